package dev.isogauge.generate;

/**
 * What transactions look like, on simulated stores as on real databases.
 *
 * @param leastOperations the fewest operations of a transaction, where shapes do not set it
 * @param mostOperations the most
 * @param readRatio the share of operations that read; of models with shapes, and of {@link
 *     DataModel#GENERAL}, the share of transactions that only read
 * @param readModifyWriteRatio the share that reads a key and then writes it
 * @param abortRatio the share of transactions that their client aborts
 * @param keys how many keys are in use at a time
 * @param writesPerKey the number of writes after which a key retires; 0 for keys that stay
 * @param distribution how often each of them is used
 * @param scale the size of an application: warehouses of TPC-C, and so on
 */
public record TransactionMix(
    DataModel model,
    int leastOperations,
    int mostOperations,
    double readRatio,
    double readModifyWriteRatio,
    double abortRatio,
    int keys,
    int writesPerKey,
    KeyDistribution distribution,
    int scale) {}
