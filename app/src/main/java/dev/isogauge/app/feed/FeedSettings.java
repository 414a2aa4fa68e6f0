package dev.isogauge.app.feed;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How to feed.
 *
 * @param to where the service is
 * @param token the token that the service requires
 * @param batch transactions a batch
 * @param rate transactions a second; as many as the service takes if not given
 * @param delayMean how late a transaction is on average
 * @param delayDeviation the standard deviation of that
 * @param shuffleWindow how many neighbours are shuffled; 1 shuffles nothing
 * @param seed where the random numbers start
 * @param connections batches under way at a time
 * @param patience how long to try again when the service cannot be reached
 */
public record FeedSettings(
    URI to,
    Optional<String> token,
    int batch,
    OptionalInt rate,
    Duration delayMean,
    Duration delayDeviation,
    int shuffleWindow,
    long seed,
    int connections,
    Duration patience) {}
