package org.example.bank;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;

/** Withdrawals: one that loses money, and four that do not. */
@Service
public class Withdrawals {
  private final Accounts accounts;
  private final VersionedAccounts versionedAccounts;

  public Withdrawals(Accounts accounts, VersionedAccounts versionedAccounts) {
    this.accounts = accounts;
    this.versionedAccounts = versionedAccounts;
  }

  @Transactional
  public void open(long id, long balance) {
    accounts.save(new Account(id, balance));
    versionedAccounts.deleteById(id);
    versionedAccounts.flush();
    versionedAccounts.save(new VersionedAccount(id, balance));
  }

  @Transactional
  public void withdraw(long id, long amount) {
    Account account = accounts.findById(id).orElseThrow();
    account.setBalance(account.getBalance() - amount);
  }

  @Transactional
  public void withdrawLocked(long id, long amount) {
    Account account = accounts.findForUpdate(id);
    account.setBalance(account.getBalance() - amount);
  }

  @Transactional(isolation = Isolation.REPEATABLE_READ)
  public void withdrawFromSnapshot(long id, long amount) {
    Account account = accounts.findById(id).orElseThrow();
    account.setBalance(account.getBalance() - amount);
  }

  @Transactional
  public void withdrawAtomically(long id, long amount) {
    accounts.withdraw(id, amount);
  }

  @Transactional
  public void withdrawVersioned(long id, long amount) {
    VersionedAccount account = versionedAccounts.findById(id).orElseThrow();
    account.setBalance(account.getBalance() - amount);
  }
}
