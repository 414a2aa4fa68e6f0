package dev.isogauge.collect.recover;

import dev.isogauge.collect.DatabaseException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/** What a database says, after a run, of the transactions that changed items. */
interface ChangeLog extends AutoCloseable {
  /**
   * Passes on all transactions that changed items and have committed, in the order of their
   * commits.
   *
   * @param recording of the run, which names the items
   */
  void read(Path recording, Consumer<CommittedTransaction> transactions)
      throws DatabaseException, IOException;

  @Override
  void close() throws DatabaseException;
}
