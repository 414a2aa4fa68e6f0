package dev.isogauge.benchmarks;

import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** The systems of the papers whose work Isogauge unites. */
enum PaperSystem {
  CHRONOS(PaperFigures::chronos),
  AION(PaperFigures::aion),
  MTC(PaperFigures::mtc),
  EMME(PaperFigures::emme),
  ENNE(PaperFigures::enne),
  KING_COBRA(PaperFigures::kingCobra),
  PLUME(PaperFigures::plume),
  AWDIT(PaperFigures::awdit);

  private final Supplier<List<PaperFigure>> figures;

  PaperSystem(Supplier<List<PaperFigure>> figures) {
    this.figures = figures;
  }

  List<PaperFigure> figures() {
    return figures.get();
  }

  /** The name in commands and files. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
