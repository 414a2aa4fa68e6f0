package dev.isogauge.format.toolkit;

import dev.isogauge.format.spi.Input;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.Fault;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.UnknownStatement;
import dev.isogauge.history.VersionOrder;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a block of lines says about the history as a whole: initial values, version orders, faults,
 * statements, and how the recording ended. They hold for all of the input, wherever they stand.
 */
public final class Directives {
  private final List<Directive> list = new ArrayList<>();
  private final Set<String> passedOver = new HashSet<>();

  /** A directive and its line, from 0 within the block. */
  private sealed interface Directive {
    int line();
  }

  private record Initial(long key, long value, int line) implements Directive {}

  private record Default(long value, int line) implements Directive {}

  private record Order(VersionOrder order, int line) implements Directive {}

  private record Disturbance(Fault fault, int line) implements Directive {}

  private record Statement(UnknownStatement statement, int line) implements Directive {}

  private record Ending(String reason, int line) implements Directive {}

  private record PassedOver(String field, String expected, int line) implements Directive {}

  public void initialValue(long key, long value, int line) {
    list.add(new Initial(key, value, line));
  }

  public void defaultInitialValue(long value, int line) {
    list.add(new Default(value, line));
  }

  public void versionOrder(VersionOrder order, int line) {
    list.add(new Order(order, line));
  }

  public void fault(Fault fault, int line) {
    list.add(new Disturbance(fault, line));
  }

  public void statement(UnknownStatement statement, int line) {
    list.add(new Statement(statement, line));
  }

  public void endedEarly(String reason, int line) {
    list.add(new Ending(reason, line));
  }

  /** A field that means nothing, though it seems to be meant as another; said once. */
  public void passedOver(String field, String expected, int line) {
    if (passedOver.add(field)) {
      list.add(new PassedOver(field, expected, line));
    }
  }

  /** Hands the directives of consecutive blocks to a builder; initial values are given once. */
  static final class Collector {
    private final Input input;
    private final Atoms atoms;
    private final HistoryBuilder builder;
    private final LongOpenHashSet initialKeys = new LongOpenHashSet();
    private final Set<String> passedOver = new HashSet<>();
    private boolean defaultGiven;

    Collector(Input input, Atoms atoms, HistoryBuilder builder) {
      this.input = input;
      this.atoms = atoms;
      this.builder = builder;
    }

    void add(Directives directives, long firstLine) throws InputException {
      for (Directive directive : directives.list) {
        if (directive instanceof Disturbance disturbance) {
          builder.fault(disturbance.fault());
          continue;
        } else if (directive instanceof Statement statement) {
          builder.statement(statement.statement());
          continue;
        } else if (directive instanceof Ending ending) {
          builder.endedEarly(ending.reason());
          continue;
        } else if (directive instanceof PassedOver passed) {
          if (passedOver.add(passed.field())) {
            builder.remark(
                "line "
                    + (firstLine + passed.line())
                    + ": the field \""
                    + passed.field()
                    + "\" means nothing and is passed over; expected \""
                    + passed.expected()
                    + "\"");
          }
          continue;
        } else if (directive instanceof Order order) {
          builder.versionOrder(order.order(), input.name() + ":" + (firstLine + order.line()));
          continue;
        }
        boolean isNew;
        String what;
        if (directive instanceof Initial initial) {
          isNew = initialKeys.add(initial.key());
          what = "the initial value of key " + atoms.token(initial.key());
          builder.initialValue(initial.key(), initial.value());
        } else {
          isNew = !defaultGiven;
          defaultGiven = true;
          what = "the initial value of all keys";
          builder.defaultInitialValue(((Default) directive).value());
        }
        if (!isNew) {
          throw new InputException(
              input.name(),
              firstLine + directive.line(),
              1,
              what + " is given twice; expected it once");
        }
      }
    }
  }
}
