package dev.isogauge.generate;

import java.util.Locale;

/**
 * How often each key is used. Keys are numbered from 0, the most used first. As a text it is what
 * {@link #parse} reads.
 */
public sealed interface KeyDistribution {

  /** Every key equally often. */
  KeyDistribution UNIFORM = new Uniform();

  /** The skew that published benchmarks use. */
  KeyDistribution ZIPF = new Zipf(0.99);

  /** Four fifths of the operations use one fifth of the keys. */
  KeyDistribution HOTSPOT = new Hotspot(0.2, 0.8);

  /** Two thirds of the operations use about a tenth of the keys. */
  KeyDistribution EXPONENTIAL = new Exponential(10);

  /** How often a key is used among {@code keys}, in proportion to the others. */
  double weight(int key, int keys);

  record Uniform() implements KeyDistribution {
    @Override
    public double weight(int key, int keys) {
      return 1;
    }

    @Override
    public String toString() {
      return "uniform";
    }
  }

  /** The k-th key, from 1, has weight 1 / k^exponent. */
  record Zipf(double exponent) implements KeyDistribution {
    public Zipf {
      InvalidWorkloadException.unlessBetween("zipf exponent", exponent, 0, 10);
    }

    @Override
    public double weight(int key, int keys) {
      return StrictMath.pow(key + 1.0, -exponent);
    }

    @Override
    public String toString() {
      return "zipf:" + exponent;
    }
  }

  /**
   * Some keys are hot, and each of them equally so.
   *
   * @param hotKeys the share of the keys that is hot; at least one key is
   * @param hotOperations the share of the operations that use hot keys
   */
  record Hotspot(double hotKeys, double hotOperations) implements KeyDistribution {
    public Hotspot {
      InvalidWorkloadException.unlessBetween("hotspot's share of keys", hotKeys, 0, 1);
      InvalidWorkloadException.unlessBetween("hotspot's share of operations", hotOperations, 0, 1);
    }

    @Override
    public double weight(int key, int keys) {
      int hot = Math.max(1, (int) Math.round(hotKeys * keys));
      if (hot == keys) {
        return 1;
      }
      return key < hot ? hotOperations / hot : (1 - hotOperations) / (keys - hot);
    }

    @Override
    public String toString() {
      return "hotspot:" + hotKeys + ":" + hotOperations;
    }
  }

  /** The weight falls by a factor of e^rate from the first key to the last. */
  record Exponential(double rate) implements KeyDistribution {
    public Exponential {
      InvalidWorkloadException.unlessBetween("exponential rate", rate, 0, 100);
    }

    @Override
    public double weight(int key, int keys) {
      return StrictMath.exp(-rate * key / keys);
    }

    @Override
    public String toString() {
      return "exponential:" + rate;
    }
  }

  /**
   * The distribution of a name with optional numbers: {@code uniform}, {@code zipf[:EXPONENT]},
   * {@code hotspot[:KEYS:OPERATIONS]} or {@code exponential[:RATE]}.
   *
   * @throws InvalidWorkloadException if there is no such distribution
   */
  static KeyDistribution parse(String text) {
    String[] parts = text.strip().toLowerCase(Locale.ROOT).split(":", -1);
    try {
      return switch (parts[0] + "/" + (parts.length - 1)) {
        case "uniform/0" -> UNIFORM;
        case "zipf/0" -> ZIPF;
        case "zipf/1" -> new Zipf(Double.parseDouble(parts[1]));
        case "hotspot/0" -> HOTSPOT;
        case "hotspot/2" -> new Hotspot(Double.parseDouble(parts[1]), Double.parseDouble(parts[2]));
        case "exponential/0" -> EXPONENTIAL;
        case "exponential/1" -> new Exponential(Double.parseDouble(parts[1]));
        default -> throw unknown(text);
      };
    } catch (NumberFormatException e) {
      throw unknown(text);
    }
  }

  private static InvalidWorkloadException unknown(String text) {
    return new InvalidWorkloadException(
        "distribution is '"
            + text
            + "'; expected uniform, zipf, zipf:0.99, hotspot, hotspot:0.2:0.8, exponential or"
            + " exponential:10");
  }
}
