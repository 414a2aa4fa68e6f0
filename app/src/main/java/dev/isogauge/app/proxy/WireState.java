package dev.isogauge.app.proxy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** What both directions of a connection know of it. */
final class WireState {
  private static final int MOST_TYPES = 5000;

  private final Map<List<Object>, int[]> typesByText;
  private volatile boolean isPlain = true;
  private volatile boolean isUnicode = true;
  private volatile boolean mayProbe = true;
  private volatile boolean isCopyingIn;
  private volatile char status = 'I';

  /** Counts the texts that may have made the server forget the probe. */
  private volatile int generation = 1;

  private volatile int preparedGeneration;

  /** All connections share what parameters' types turned out to be. */
  WireState(Map<List<Object>, int[]> typesByText) {
    this.typesByText = typesByText;
  }

  /** A setting that the server told. */
  void setting(String name, String value) {
    if (name.equals("standard_conforming_strings")) {
      isPlain = value.equals("on");
    } else if (name.equals("client_encoding")) {
      isUnicode = value.equals("UTF8");
    }
  }

  /** Whether texts mean what standard SQL says. */
  boolean isPlain() {
    return isPlain;
  }

  boolean isUnicode() {
    return isUnicode;
  }

  boolean mayProbe() {
    return mayProbe;
  }

  /** The server refuses probes. */
  void stopProbing() {
    mayProbe = false;
  }

  boolean isCopyingIn() {
    return isCopyingIn;
  }

  void copyingIn(boolean is) {
    isCopyingIn = is;
  }

  boolean isInBlock() {
    return status == 'T';
  }

  void status(char told) {
    status = told;
  }

  /** Only the thread that reads requests calls it. */
  @SuppressWarnings("NonAtomicVolatileUpdate")
  void forgetProbe() {
    generation++;
  }

  boolean hasProbe() {
    return preparedGeneration == generation;
  }

  int probeGeneration() {
    return generation;
  }

  void probePrepared(int then) {
    preparedGeneration = then;
  }

  private static List<Object> key(String text, int[] declared) {
    return List.of(text, Arrays.stream(declared).boxed().toList());
  }

  /** The types of a text's parameters; null if not known yet. */
  int[] types(String text, int[] declared) {
    return typesByText.get(key(text, declared));
  }

  void types(String text, int[] declared, int[] told) {
    if (typesByText.size() >= MOST_TYPES) {
      typesByText.clear();
    }
    typesByText.put(key(text, declared), told);
  }
}
