package org.example.bank;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** A bank. */
@SpringBootApplication
public class BankApplication {}
