import type { Messages } from '../../../lib/messages.ts';
import type { RankedView, Round } from './count.ts';

/** Returns what happened in a round, sentence by sentence. */
export function roundTexts(
  { t, number, list }: Messages,
  view: RankedView,
  round: Round,
  names: readonly string[],
): readonly string[] {
  const nameOf = (nth: number) => names[nth] ?? '';
  const namesOf = (many: readonly number[]) => list(many.map(nameOf));
  const { event, elected, unopposed, tie } = round;
  const reached = elected.filter((one) => !unopposed.includes(one));
  return [
    event.kind === 'first'
      ? t('elections.roundFirst')
      : event.kind === 'out'
        ? t('elections.roundOut', { name: nameOf(event.candidate) })
        : t('elections.roundSurplus', {
            name: nameOf(event.candidate),
            votes: number(event.votes),
          }),
    ...(tie === null
      ? []
      : [
          tie.round === null
            ? t('elections.tieLot', { names: namesOf(tie.tied), name: nameOf(tie.chosen) })
            : t('elections.tieEarlier', {
                names: namesOf(tie.tied),
                name: nameOf(tie.chosen),
                round: tie.round,
              }),
        ]),
    ...(reached.length > 0
      ? [
          t(view.rule === 'half' ? 'elections.roundHalf' : 'elections.roundQuota', {
            count: reached.length,
            names: namesOf(reached),
          }),
        ]
      : []),
    ...(unopposed.length > 0
      ? [
          t('elections.roundUnopposed', {
            count: unopposed.length,
            names: namesOf(unopposed),
          }),
        ]
      : []),
  ];
}

/** Returns a change with its sign, or an empty text for none. */
export const movedText = (number: Messages['number'], moved: number): string =>
  moved === 0 ? '' : `${moved > 0 ? '+' : '−'}${number(Math.abs(moved))}`;
