package dev.isogauge.generate;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * TPC-C's five transactions in its mix. Warehouses have the ten districts of the standard, and
 * fewer customers and items, so that sessions meet: 30 customers a district, 100 items.
 */
final class TpcC extends Application {
  private static final int DISTRICTS = 10;
  private static final int CUSTOMERS = 30;
  private static final int ITEMS = 100;
  private static final int FEWEST_LINES = 5;
  private static final int MOST_LINES = 15;

  /** Orders that Stock-Level looks at, and that are remembered. */
  private static final int LATEST_ORDERS = 20;

  private static final int MOST_WAITING = 1000;

  private final int warehouses;
  private final District[] districts;

  TpcC(int warehouses) {
    super(warehouses * (1 + DISTRICTS + DISTRICTS * CUSTOMERS + ITEMS) + ITEMS);
    this.warehouses = warehouses;
    this.districts = new District[warehouses * DISTRICTS];
    for (int i = 0; i < districts.length; i++) {
      districts[i] = new District(new ArrayDeque<>(), new ArrayDeque<>());
    }
  }

  /** The last orders of a district, and those that wait for delivery. */
  private record District(Deque<Order> latest, Deque<Order> waiting) {}

  private record Order(int customer, int order, int newOrder, IntArrayList lines, int[] items) {}

  @Override
  int mostInserts() {
    return 2 + MOST_LINES;
  }

  // Keys of the rows that there are from the beginning.

  private static int warehouse(int w) {
    return w;
  }

  private int district(int d) {
    return warehouses + d;
  }

  private int customer(int d, int c) {
    return warehouses * (1 + DISTRICTS) + d * CUSTOMERS + c;
  }

  private int stock(int w, int item) {
    return warehouses * (1 + DISTRICTS + DISTRICTS * CUSTOMERS) + w * ITEMS + item;
  }

  private int item(int item) {
    return warehouses * (1 + DISTRICTS + DISTRICTS * CUSTOMERS + ITEMS) + item;
  }

  @Override
  void drawTransaction(TransactionPlan plan, SplitMix random, boolean readsOnly) {
    int w = random.below(warehouses);
    int d = w * DISTRICTS + random.below(DISTRICTS);
    int share = readsOnly ? 88 + 8 * random.below(2) : random.below(100);
    if (share < 45) {
      newOrder(plan, random, w, d);
    } else if (share < 88) {
      payment(plan, random, w, d);
    } else if (share < 92) {
      orderStatus(plan, random, d);
    } else if (share < 96) {
      delivery(plan, w);
    } else {
      stockLevel(plan, w, d);
    }
  }

  private void newOrder(TransactionPlan plan, SplitMix random, int w, int d) {
    read(plan, warehouse(w));
    update(plan, district(d));
    int customer = customer(d, random.below(CUSTOMERS));
    read(plan, customer);
    int[] items = new int[FEWEST_LINES + random.below(MOST_LINES - FEWEST_LINES + 1)];
    for (int i = 0; i < items.length; i++) {
      items[i] = random.below(ITEMS);
      // One item in a hundred comes from another warehouse.
      int supplier = random.below(100) == 0 ? random.below(warehouses) : w;
      read(plan, item(items[i]));
      update(plan, stock(supplier, items[i]));
    }
    int order = insert(plan);
    int newOrder = insert(plan);
    IntArrayList lines = new IntArrayList();
    for (int i = 0; i < items.length; i++) {
      lines.add(insert(plan));
    }
    Order placed = new Order(customer, order, newOrder, lines, items);
    remember(districts[d].latest(), placed, LATEST_ORDERS);
    remember(districts[d].waiting(), placed, MOST_WAITING);
  }

  private static void remember(Deque<Order> orders, Order order, int most) {
    orders.addLast(order);
    if (orders.size() > most) {
      orders.removeFirst();
    }
  }

  private void payment(TransactionPlan plan, SplitMix random, int w, int d) {
    update(plan, warehouse(w));
    update(plan, district(d));
    // Fifteen in a hundred customers pay at another warehouse.
    int home =
        random.below(100) < 15 ? random.below(warehouses) * DISTRICTS + random.below(DISTRICTS) : d;
    update(plan, customer(home, random.below(CUSTOMERS)));
    insert(plan); // a row of the history
  }

  private void orderStatus(TransactionPlan plan, SplitMix random, int d) {
    Order order = districts[d].latest().peekLast();
    read(plan, order == null ? customer(d, random.below(CUSTOMERS)) : order.customer());
    if (order != null) {
      read(plan, order.order());
      order.lines().forEach(line -> read(plan, line));
    }
  }

  /** One order of each district. */
  private void delivery(TransactionPlan plan, int w) {
    read(plan, warehouse(w));
    for (int d = w * DISTRICTS; d < (w + 1) * DISTRICTS; d++) {
      Order order = districts[d].waiting().pollFirst();
      if (order != null) {
        update(plan, order.newOrder());
        update(plan, order.order());
        order.lines().forEach(line -> update(plan, line));
        update(plan, order.customer());
      }
    }
  }

  private void stockLevel(TransactionPlan plan, int w, int d) {
    read(plan, district(d));
    for (Order order : districts[d].latest()) {
      for (int i = 0; i < order.items().length; i++) {
        read(plan, order.lines().getInt(i));
        read(plan, stock(w, order.items()[i]));
      }
    }
  }
}
