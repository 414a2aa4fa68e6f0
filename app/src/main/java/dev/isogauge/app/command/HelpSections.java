package dev.isogauge.app.command;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The headings under which a command's help lists its options, those people need first on top. */
public final class HelpSections {
  private record Section(String heading, int firstOption) {}

  private final List<Section> sections = new ArrayList<>();

  /** An empty command whose help may get sections. */
  static CommandSpec command() {
    return CommandSpec.wrapWithoutInspection(new HelpSections());
  }

  /**
   * The help of a command. Picocli's sections are put together here, because a renderer of ours
   * would implement an interface of picocli's that every start loads: no class-data archive takes
   * an interface that old once a class of ours needs it linked.
   */
  public static String text(CommandSpec spec, Help.Ansi ansi) {
    HelpSections sections = (HelpSections) spec.userObject();
    Help help = new Help(spec, Help.defaultColorScheme(ansi));
    StringBuilder text = new StringBuilder();
    for (String key : spec.usageMessage().sectionKeys()) {
      IHelpSectionRenderer renderer = spec.usageMessage().sectionMap().get(key);
      if (key.equals(UsageMessageSpec.SECTION_KEY_OPTION_LIST)) {
        text.append(sections.options(help));
      } else if (renderer != null) {
        text.append(renderer.render(help));
      }
    }
    return text.toString();
  }

  /** Puts the options that are added from now on under a heading. */
  static void begin(CommandSpec spec, String heading) {
    HelpSections sections = (HelpSections) spec.userObject();
    sections.sections.add(new Section(heading, spec.options().size()));
  }

  static boolean any(CommandSpec spec) {
    return !((HelpSections) spec.userObject()).sections.isEmpty();
  }

  private String options(Help help) {
    List<OptionSpec> options = help.commandSpec().options();
    StringBuilder text = new StringBuilder();
    int next = 0;
    for (Section section : sections) {
      append(text, help, options.subList(next, section.firstOption));
      text.append(System.lineSeparator()).append(section.heading).append(':');
      text.append(System.lineSeparator());
      next = section.firstOption;
    }
    append(text, help, options.subList(next, options.size()));
    return text.toString();
  }

  private static void append(StringBuilder text, Help help, List<OptionSpec> options) {
    Help.Layout layout =
        help.createDefaultLayout(
            help.commandSpec().options(),
            help.commandSpec().positionalParameters(),
            help.colorScheme());
    for (OptionSpec option : options) {
      if (!option.hidden()) {
        layout.addOption(option, help.parameterLabelRenderer());
      }
    }
    text.append(layout);
  }
}
