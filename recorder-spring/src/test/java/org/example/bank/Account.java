package org.example.bank;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** An account. */
@Entity
public class Account {
  @Id private long id;
  private long balance;

  protected Account() {}

  public Account(long id, long balance) {
    this.id = id;
    this.balance = balance;
  }

  public long getId() {
    return id;
  }

  public long getBalance() {
    return balance;
  }

  public void setBalance(long balance) {
    this.balance = balance;
  }
}
