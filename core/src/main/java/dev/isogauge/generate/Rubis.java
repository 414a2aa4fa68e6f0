package dev.isogauge.generate;

/**
 * RUBiS, an auction site: users sell items, bid on them, buy them and comment on one another. Its
 * bidding mix, with 100 users and 50 items for sale for each unit of scale.
 */
final class Rubis extends Application {
  private static final int USERS = 100;
  private static final int ITEMS = 50;

  /** Items of a page that is browsed. */
  private static final int PAGE = 5;

  private final int users;
  private final int[] items;
  private final int[] lastBid;
  private final int[] seller;
  private final KeySampler popularity;

  Rubis(int scale) {
    super(scale * (USERS + ITEMS));
    this.users = scale * USERS;
    this.items = new int[scale * ITEMS];
    this.lastBid = new int[items.length];
    this.seller = new int[items.length];
    this.popularity = new KeySampler(KeyDistribution.ZIPF, items.length);
    for (int i = 0; i < items.length; i++) {
      items[i] = users + i;
      lastBid[i] = items[i];
      seller[i] = i % users;
    }
  }

  @Override
  int mostInserts() {
    return 1;
  }

  @Override
  void drawTransaction(TransactionPlan plan, SplitMix random, boolean readsOnly) {
    int user = random.below(users);
    int place = popularity.draw(random);
    int share = random.below(readsOnly ? 45 : 100);
    if (share < 25) {
      plan.named("browse");
      for (int i = 0; i < PAGE; i++) {
        read(plan, items[popularity.draw(random)]);
      }
    } else if (share < 45) { // an item, its seller and the last bid
      plan.named("view-item");
      read(plan, items[place]);
      read(plan, seller[place]);
      read(plan, lastBid[place]);
    } else if (share < 75) {
      plan.named("bid");
      read(plan, user);
      update(plan, items[place]);
      lastBid[place] = insert(plan, "bids");
    } else if (share < 83) {
      plan.named("buy-now");
      read(plan, user);
      update(plan, items[place]);
      insert(plan, "purchases");
    } else if (share < 90) { // a comment, which changes the rating of the seller
      plan.named("comment");
      read(plan, items[place]);
      update(plan, seller[place]);
      insert(plan, "comments");
    } else if (share < 96) { // sell another item, in the place of this one
      plan.named("sell");
      update(plan, user);
      items[place] = insert(plan, "items");
      lastBid[place] = items[place];
      seller[place] = user;
    } else { // what a user is about to see of himself
      plan.named("about-me");
      read(plan, user);
      read(plan, items[place]);
      read(plan, lastBid[place]);
    }
  }

  @Override
  String fixedName(int key) {
    return key < users ? "users/" + key : "items/" + key;
  }
}
