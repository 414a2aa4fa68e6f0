package dev.isogauge.app.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** What people do with the report of a check, by pointer and by keyboard. */
class ReportUseTest {
  @TempDir private static Path directory;
  private static ReportPages pages;

  @BeforeAll
  static void writePages() {
    pages = ReportPages.write(directory);
  }

  @Test
  void aStepIsShownInAllViewsAndNothingElse() {
    Browser browser = Browser.get();
    browser.open(pages.fork(), "f0.a0");
    List<WebElement> steps = browser.all("button.step");
    assertThat(steps).hasSize(4);

    browser.pointAt(steps.get(1));
    assertThat(lit(browser, ".edge.lit:not(.pill)", "edge")).containsExactly("2");
    assertThat(lit(browser, ".pill.lit", "edge")).containsExactly("2");
    assertThat(lit(browser, ".card.lit", "transaction")).containsExactly("1", "2");
    assertThat(browser.all(".cycle .operation.lit")).hasSize(2);
    assertThat(browser.all(".timeline .operation.lit")).hasSize(2);
    assertThat(browser.texts(".cycle .operation.lit text"))
        .containsExactlyInAnyOrder("r(y,nil)", "w(y,1)");

    browser.pointAt(browser.first(".cycle .pill[data-edge='4']"));
    assertThat(lit(browser, ".edge.lit", "edge")).containsExactly("4");
    assertThat(browser.all(".step.current")).hasSize(1);
    assertThat(browser.first(".step.current").getText()).contains("s4.1 < s1.1");

    browser.press(Keys.ARROW_DOWN);
    browser.escape();
    assertThat(browser.all(".focusing")).isEmpty();
  }

  private static List<String> lit(Browser browser, String selector, String datum) {
    return browser.run(
        "return [...new Set([...document.querySelectorAll(arguments[0])].map(e =>"
            + " e.dataset[arguments[1]]))].sort()",
        selector,
        datum);
  }

  @Test
  void theKeyboardIsEnough() {
    Browser browser = Browser.get();
    browser.open(pages.many(), "");
    browser.press("/");
    browser.press("fractured-read");
    assertThat(browser.all("table.files tbody tr")).hasSize(1);
    browser.press(Keys.TAB, Keys.ENTER);
    browser.until("document.querySelector('p.file')?.textContent.endsWith('fractured-read.txt')");
    assertThat(browser.all("table.anomalies tbody tr")).hasSize(3);

    browser.press("/");
    assertThat(isFocusVisible(browser)).isTrue();
    browser.press("read-atomic");
    assertThat(browser.all("table.anomalies tbody tr")).hasSizeBetween(1, 3);
    browser.press(Keys.TAB);
    assertThat(isFocusVisible(browser)).isTrue();
    browser.press(Keys.ENTER);
    browser.until("document.querySelector('.anomaly') && !document.querySelector('.clearest')");
    browser.press("u");
    browser.until("document.querySelector('.clearest')");
    browser.press("/");
    browser.type(Keys.chord(Keys.CONTROL, "a"), Keys.BACK_SPACE);
    assertThat(browser.all("table.anomalies tbody tr")).hasSize(3);
    browser.escape();
    browser.press("j");
    browser.until("location.hash.endsWith('.a0') && !document.querySelector('.clearest')");
    browser.press("j");
    browser.until("location.hash.endsWith('.a1') && !document.querySelector('.clearest')");
    browser.press("k");
    browser.until("location.hash.endsWith('.a0') && !document.querySelector('.clearest')");

    browser.press(Keys.ARROW_DOWN);
    assertThat(browser.first(".step.current").getDomAttribute("data-step")).isEqualTo("0");
    assertThat(isFocusVisible(browser)).isTrue();
    browser.press(Keys.ARROW_DOWN);
    assertThat(browser.first(".step.current").getDomAttribute("data-step")).isEqualTo("1");
    browser.press(Keys.ARROW_UP);
    assertThat(browser.first(".step.current").getDomAttribute("data-step")).isEqualTo("0");

    browser.press("?");
    assertThat(browser.first("#help").isDisplayed()).isTrue();
    browser.escape();
    assertThat(browser.first("#help").isDisplayed()).isFalse();
  }

  /** Whether what has the focus has an outline, or a stroke that only the focus gives it. */
  private static boolean isFocusVisible(Browser browser) {
    return browser.run(
        "const style = getComputedStyle(document.activeElement);"
            + " return document.activeElement !== document.body"
            + " && style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2");
  }

  @Test
  void everyOrderHasAnArrowAgainstIt() {
    Browser browser = Browser.get();
    browser.open(pages.fork(), "f0.a0");
    List<String> before = browser.texts(".order .name");
    browser.press(Keys.ARROW_RIGHT);
    assertThat(browser.texts(".order .name"))
        .containsExactly(before.get(1), before.get(0), before.get(2), before.get(3));
    assertThat(browser.first(".try .verdict").getText()).contains("2 of 24 orders tried");
    browser.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT);
    assertThat(browser.all(".order .against")).isNotEmpty();
    assertThat(browser.<Boolean>run("return document.activeElement.classList.contains('movable')"))
        .isTrue();

    browser.run("document.querySelector('.order').scrollIntoView({block: 'center'})");
    WebElement card = browser.all(".order .movable").get(0);
    List<String> dragged = browser.texts(".order .name");
    browser.drag(card, 110);
    assertThat(browser.texts(".order .name")).isNotEqualTo(dragged);
    assertThat(browser.all(".order .against")).isNotEmpty();
  }

  @Test
  void copiesAndSaves() {
    Browser browser = Browser.get();
    browser.open(pages.fork(), "f0.a0");
    browser.run(
        "window.copied = []; Object.defineProperty(navigator, 'clipboard', {value: {writeText:"
            + " text => { window.copied.push(text); return Promise.resolve(); }}});"
            + " window.saved = []; HTMLAnchorElement.prototype.click = function () {"
            + " window.saved.push([this.download, decodeURIComponent(this.href)]); };");
    browser.press("c");
    assertThat(browser.<List<String>>run("return window.copied"))
        .singleElement()
        .asString()
        .contains("s3: r(x,1) r(y,nil)");

    browser
        .all(".panel .tools button")
        .forEach(
            button -> {
              if (List.of("SVG", "DOT", "Save").contains(button.getText())) {
                button.click();
              }
            });
    List<List<String>> saved = browser.run("return window.saved");
    assertThat(saved).hasSize(5);
    assertThat(saved)
        .anySatisfy(file -> assertThat(file.get(0)).endsWith("cycle.svg"))
        .anySatisfy(file -> assertThat(file.get(1)).contains("digraph isogauge"))
        .filteredOn(file -> file.get(0).endsWith(".svg"))
        .allSatisfy(file -> assertThat(file.get(1)).contains("<style", "</svg>"));
  }
}
