package dev.isogauge.generate;

/**
 * A small Twitter: users follow one another, tweet, and read the latest tweets of those whom they
 * follow. 20 users for each unit of scale, some of whom are much more popular than others.
 */
final class Twitter extends Application {
  private static final int USERS = 20;

  /** Rows of a user: profile, whom he follows, who follows him, his latest tweet. */
  private static final String[] TABLES = {"users", "follows", "followers", "latest"};

  private static final int ROWS = TABLES.length;

  /** How many of those whom one follows are on a page. */
  private static final int PAGE = 5;

  private final int users;
  private final int[] lastTweet;
  private final KeySampler popularity;

  Twitter(int scale) {
    super(scale * USERS * ROWS);
    this.users = scale * USERS;
    this.lastTweet = new int[users];
    this.popularity = new KeySampler(KeyDistribution.ZIPF, users);
    for (int user = 0; user < users; user++) {
      lastTweet[user] = latest(user);
    }
  }

  private static int profile(int user) {
    return ROWS * user;
  }

  private static int follows(int user) {
    return ROWS * user + 1;
  }

  private static int followers(int user) {
    return ROWS * user + 2;
  }

  private static int latest(int user) {
    return ROWS * user + 3;
  }

  @Override
  int mostInserts() {
    return 1;
  }

  @Override
  void drawTransaction(TransactionPlan plan, SplitMix random, boolean readsOnly) {
    int user = random.below(users);
    int other = popularity.draw(random);
    int share = readsOnly ? 50 + random.below(50) : random.below(100);
    if (share < 20) {
      plan.named("follow");
      read(plan, profile(other));
      update(plan, follows(user));
      update(plan, followers(other));
    } else if (share < 50) {
      plan.named("tweet");
      read(plan, profile(other));
      update(plan, latest(other));
      lastTweet[other] = insert(plan, "tweets");
    } else if (share < 90) {
      plan.named("timeline");
      read(plan, follows(user));
      for (int i = 0; i < PAGE; i++) {
        int followed = popularity.draw(random);
        read(plan, latest(followed));
        read(plan, lastTweet[followed]);
      }
    } else {
      plan.named("profile");
      read(plan, profile(other));
      read(plan, followers(other));
      read(plan, follows(other));
      read(plan, latest(other));
    }
  }

  @Override
  String fixedName(int key) {
    return TABLES[key % ROWS] + "/" + key / ROWS;
  }
}
