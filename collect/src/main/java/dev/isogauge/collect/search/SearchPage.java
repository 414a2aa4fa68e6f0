package dev.isogauge.collect.search;

import dev.isogauge.collect.litmus.MatrixPage;
import dev.isogauge.page.Page;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** What searches found as an HTML page: what {@link SearchJson} writes, and its renderer. */
public final class SearchPage {
  private SearchPage() {}

  /**
   * Writes the page; does not close the stream.
   *
   * @param program what the page says made it
   */
  public static void write(List<SearchResult> results, String program, OutputStream out)
      throws IOException {
    ByteArrayOutputStream searches = new ByteArrayOutputStream();
    for (SearchResult result : results) {
      SearchJson.write(result, searches);
    }
    List<String> failures =
        results.stream().map(SearchResult::failure).filter(text -> !text.isEmpty()).toList();
    MatrixPage.write(Page.search(out), "searches", searches, failures, program);
  }
}
