package org.example.bank;

import org.springframework.data.jpa.repository.JpaRepository;

/** The accounts with versions. */
public interface VersionedAccounts extends JpaRepository<VersionedAccount, Long> {}
