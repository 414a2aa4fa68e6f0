package org.example.bank;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Version;

/** An account whose updates fail if another one came between. */
@Entity
public class VersionedAccount {
  @Id private long id;
  private long balance;
  @Version private long version;

  protected VersionedAccount() {}

  public VersionedAccount(long id, long balance) {
    this.id = id;
    this.balance = balance;
  }

  public long getId() {
    return id;
  }

  public long getVersion() {
    return version;
  }

  public long getBalance() {
    return balance;
  }

  public void setBalance(long balance) {
    this.balance = balance;
  }
}
