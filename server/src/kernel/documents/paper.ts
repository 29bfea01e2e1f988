import type { Paper } from '#contract/schools/paper.ts';

/** Countries that print on Letter (CLDR, paperSize "US-Letter"). */
const letterRegions = new Set('BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' '));

/** The paper of a school: what it has chosen, else what is usual where its language is spoken. */
export const paperOf = ({ paper, locale }: { paper: Paper | null; locale: string }): Paper => {
  if (paper !== null) return paper;
  const { region } = new Intl.Locale(locale).maximize();
  return letterRegions.has(region ?? '') ? 'LETTER' : 'A4';
};
