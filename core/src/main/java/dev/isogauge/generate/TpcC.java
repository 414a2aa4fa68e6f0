package dev.isogauge.generate;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * TPC-C's five transactions in its mix. Warehouses have the ten districts of the standard, and
 * fewer customers and items, so that sessions meet: 30 customers a district, 100 items. Columns
 * that are written apart from the rest of their row are keys of their own, as in the proof that
 * TPC-C is serializable under snapshot isolation (Fekete et al., TODS 2005): two transactions that
 * use different columns of a row do not conflict.
 */
final class TpcC extends Application {
  private static final int DISTRICTS = 10;
  private static final int CUSTOMERS = 30;
  private static final int ITEMS = 100;

  // What rows that there are from the beginning are split into.
  private static final String[] WAREHOUSE = {"tax", "ytd"};
  private static final String[] DISTRICT = {"tax", "next_o_id", "ytd"};
  private static final String[] CUSTOMER = {"credit", "balance"};
  private static final int FEWEST_LINES = 5;
  private static final int MOST_LINES = 15;

  /** Orders that Stock-Level reads, and that are remembered. */
  private static final int LATEST_ORDERS = 20;

  private static final int MOST_WAITING = 1000;

  private final int warehouses;
  private final int firstDistrict;
  private final int firstCustomer;
  private final int firstStock;
  private final int firstItem;
  private final District[] districts;

  TpcC(int warehouses) {
    super(
        warehouses
                * (WAREHOUSE.length
                    + DISTRICTS * (DISTRICT.length + CUSTOMERS * CUSTOMER.length)
                    + ITEMS)
            + ITEMS);
    this.warehouses = warehouses;
    this.firstDistrict = warehouses * WAREHOUSE.length;
    this.firstCustomer = firstDistrict + warehouses * DISTRICTS * DISTRICT.length;
    this.firstStock = firstCustomer + warehouses * DISTRICTS * CUSTOMERS * CUSTOMER.length;
    this.firstItem = firstStock + warehouses * ITEMS;
    this.districts = new District[warehouses * DISTRICTS];
    for (int i = 0; i < districts.length; i++) {
      districts[i] = new District(new ArrayDeque<>(), new ArrayDeque<>());
    }
  }

  /** The last orders of a district, and those that wait for delivery. */
  private record District(Deque<Order> latest, Deque<Order> waiting) {}

  /**
   * An order.
   *
   * @param customer by number
   * @param order the key of its row
   * @param newOrder the key of its row among those that wait
   * @param lines the keys of its lines; the next one is that of the line's delivery
   */
  private record Order(int customer, int order, int newOrder, IntArrayList lines, int[] items) {}

  @Override
  int mostInserts() {
    return 2 + 2 * MOST_LINES;
  }

  // Keys of what there is from the beginning.

  private static int warehouse(int w, String column) {
    return w * WAREHOUSE.length + place(WAREHOUSE, column);
  }

  private int district(int d, String column) {
    return firstDistrict + d * DISTRICT.length + place(DISTRICT, column);
  }

  /** The number of a district's customer. */
  private static int customer(int d, int c) {
    return d * CUSTOMERS + c;
  }

  private int customer(int number, String column) {
    return firstCustomer + number * CUSTOMER.length + place(CUSTOMER, column);
  }

  private int stock(int w, int item) {
    return firstStock + w * ITEMS + item;
  }

  private int item(int item) {
    return firstItem + item;
  }

  private static int place(String[] columns, String column) {
    return Arrays.asList(columns).indexOf(column);
  }

  @Override
  String fixedName(int key) {
    if (key < firstDistrict) {
      return column("warehouse", WAREHOUSE, key, Integer.MAX_VALUE);
    } else if (key < firstCustomer) {
      return column("district", DISTRICT, key - firstDistrict, DISTRICTS);
    } else if (key < firstStock) {
      return column("customer", CUSTOMER, key - firstCustomer, CUSTOMERS);
    }
    return key < firstItem ? "stock/" + (key - firstStock) : "item/" + (key - firstItem);
  }

  private static String column(String table, String[] columns, int place, int group) {
    int row = place / columns.length;
    String id = row < group ? Integer.toString(row) : row / group + "-" + row % group;
    return table + "." + columns[place % columns.length] + "/" + id;
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
    plan.named("new-order");
    read(plan, warehouse(w, "tax"));
    read(plan, district(d, "tax"));
    update(plan, district(d, "next_o_id"));
    int customer = customer(d, random.below(CUSTOMERS));
    read(plan, customer(customer, "credit"));
    int[] items = new int[FEWEST_LINES + random.below(MOST_LINES - FEWEST_LINES + 1)];
    for (int i = 0; i < items.length; i++) {
      items[i] = random.below(ITEMS);
      // One item in a hundred comes from another warehouse.
      int supplier = random.below(100) == 0 ? random.below(warehouses) : w;
      read(plan, item(items[i]));
      update(plan, stock(supplier, items[i]));
    }
    int order = insert(plan, "orders");
    int newOrder = insert(plan, "new_order");
    IntArrayList lines = new IntArrayList();
    for (int i = 0; i < items.length; i++) {
      lines.add(insert(plan, "order_line.item", "order_line.delivery"));
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
    plan.named("payment");
    read(plan, warehouse(w, "tax"));
    update(plan, warehouse(w, "ytd"));
    read(plan, district(d, "tax"));
    update(plan, district(d, "ytd"));
    // Fifteen in a hundred customers pay at another warehouse.
    int home =
        random.below(100) < 15 ? random.below(warehouses) * DISTRICTS + random.below(DISTRICTS) : d;
    int customer = customer(home, random.below(CUSTOMERS));
    read(plan, customer(customer, "credit"));
    update(plan, customer(customer, "balance"));
    insert(plan, "history");
  }

  private void orderStatus(TransactionPlan plan, SplitMix random, int d) {
    plan.named("order-status");
    Order order = districts[d].latest().peekLast();
    int customer = order == null ? customer(d, random.below(CUSTOMERS)) : order.customer();
    read(plan, customer(customer, "credit"));
    read(plan, customer(customer, "balance"));
    if (order != null) {
      read(plan, order.order());
      for (int line : order.lines()) {
        read(plan, line);
        read(plan, line + 1);
      }
    }
  }

  /** One order of each district. */
  private void delivery(TransactionPlan plan, int w) {
    plan.named("delivery");
    read(plan, warehouse(w, "tax"));
    for (int d = w * DISTRICTS; d < (w + 1) * DISTRICTS; d++) {
      Order order = districts[d].waiting().pollFirst();
      if (order != null) {
        update(plan, order.newOrder());
        update(plan, order.order());
        for (int line : order.lines()) {
          read(plan, line);
          update(plan, line + 1);
        }
        update(plan, customer(order.customer(), "balance"));
      }
    }
  }

  private void stockLevel(TransactionPlan plan, int w, int d) {
    plan.named("stock-level");
    read(plan, district(d, "next_o_id"));
    for (Order order : districts[d].latest()) {
      for (int i = 0; i < order.items().length; i++) {
        read(plan, order.lines().getInt(i));
        read(plan, stock(w, order.items()[i]));
      }
    }
  }
}
