package dev.isogauge.collect.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.FaultKind;
import dev.isogauge.collect.ServerNode;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FaultInjectorTest {
  private static final PlannedFault RESTART =
      new PlannedFault(FaultKind.RESTART, 0, Duration.ZERO, Duration.ofMillis(1), 0);

  /** It cannot start while others are cut off; the run goes on meanwhile. */
  @Test
  void aServerIsStartedAgainUntilItIsBack() throws Exception {
    AtomicInteger starts = new AtomicInteger();
    FaultInjector injector = new FaultInjector(List.of(server(starts, 3)), List.of(RESTART));
    run(injector, starts, 3);
    assertThat(injector.away()).isEmpty();
    assertThat(injector.trouble()).isEmpty();
    assertThat(injector.made()).hasSize(1);
    assertThat(injector.made().get(0).off()).isPositive();
    assertThat(injector.made().get(0).killed()).isTrue();
  }

  @Test
  void aServerThatStaysAwayIsNotedAtTheEnd() throws Exception {
    AtomicInteger starts = new AtomicInteger();
    FaultInjector injector =
        new FaultInjector(List.of(server(starts, Integer.MAX_VALUE)), List.of(RESTART));
    run(injector, starts, 1);
    assertThat(injector.away()).containsEntry("node1", "no majority").hasSize(1);
    assertThat(injector.trouble()).isEmpty();
    assertThat(injector.made().get(0).off()).isZero();
  }

  private static void run(FaultInjector injector, AtomicInteger starts, int wanted)
      throws InterruptedException {
    injector.start(System.nanoTime());
    while (starts.get() < wanted) {
      Thread.sleep(1);
    }
    injector.end();
  }

  /** A server that has to be killed when it is to stop, and comes back at some start. */
  private static ServerNode server(AtomicInteger starts, int lucky) {
    return (ServerNode)
        Proxy.newProxyInstance(
            FaultInjectorTest.class.getClassLoader(),
            new Class<?>[] {ServerNode.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "name" -> "node1";
                  case "suffers" -> false;
                  case "stop" -> true;
                  case "start" -> {
                    Thread.sleep(5);
                    if (starts.incrementAndGet() < lucky) {
                      throw new DatabaseException("no majority");
                    }
                    yield null;
                  }
                  default -> throw new IllegalStateException(method.getName());
                });
  }
}
