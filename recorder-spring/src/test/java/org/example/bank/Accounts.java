package org.example.bank;

import jakarta.persistence.LockModeType;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Lock;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;

/** The accounts of the bank. */
public interface Accounts extends JpaRepository<Account, Long> {
  @Lock(LockModeType.PESSIMISTIC_WRITE)
  @Query("select a from Account a where a.id = :id")
  Account findForUpdate(long id);

  @Modifying
  @Query("update Account a set a.balance = a.balance - :amount where a.id = :id")
  void withdraw(long id, long amount);
}
