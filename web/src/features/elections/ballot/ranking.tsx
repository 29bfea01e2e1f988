import { Plus, X } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { Contest } from '#contract/elections/endpoints.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { SortableList } from '../../../ui/sortable-list.tsx';
import type { BallotAct } from './ballot-draft.ts';
import { ChoiceFace, useChoiceName } from './choice-face.tsx';

/** Frames in which a moved row gets the focus. */
const focusFrames = 8;

interface RankingProps {
  contest: Contest;
  choices: readonly string[];
  onAct: (act: BallotAct) => void;
  /** True for a paper ballot, on which all voters see the same order. */
  isPaper?: boolean;
}

/** A candidate that the voter picked up with Space, and the order before that. */
interface Held {
  readonly choice: string;
  readonly before: readonly string[];
}

/**
 * Candidates in the voter's order, and those that the voter didn't rank. On a focused row, Space picks up and puts down, arrows move, Esc
 * restores the order, and 1 to 9 set the rank; each move is announced.
 */
export function Ranking({ contest, choices, onAct, isPaper = false }: RankingProps) {
  const { t, number } = useMessages();
  const nameOf = useChoiceName();
  const area = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState<Held | null>(null);
  const [spoken, setSpoken] = useState('');
  // The choice to focus after its row moved between or within the lists.
  const [focused, setFocused] = useState<{ readonly choice: string } | null>(null);

  useEffect(() => {
    if (focused === null) return;
    const find = (selector: string) =>
      [...(area.current?.querySelectorAll<HTMLElement>(selector) ?? [])].find(
        ({ dataset }) => (dataset['key'] ?? dataset['choice']) === focused.choice,
      );
    // The list renders its rows a moment later, and a row that moves loses the focus.
    let frames = 0;
    let request = 0;
    const give = () => {
      const { activeElement: at } = document;
      const isHere = at === null || at === document.body || area.current?.contains(at) === true;
      const wanted = find('[role=row]') ?? find('[data-choice]');
      if (isHere && wanted !== undefined && wanted !== at) wanted.focus();
      frames += 1;
      if (frames < focusFrames) request = requestAnimationFrame(give);
    };
    give();
    return () => cancelAnimationFrame(request);
  }, [focused]);

  const unranked = contest.candidates.filter(
    ({ id, isWithdrawn }) => !isWithdrawn && !choices.includes(id),
  );
  const isFull = choices.length >= contest.max;

  const order = (next: readonly string[]) => {
    onAct({ kind: 'order', choices: next });
    const moved = next.find((one, nth) => one !== choices[nth]);
    if (moved !== undefined) say(moved, next);
  };
  const say = (choice: string, list: readonly string[]) =>
    setSpoken(
      t('elections.rankedAt', {
        name: nameOf(contest, choice),
        rank: list.indexOf(choice) + 1,
        count: list.length,
      }),
    );
  const rank = (choice: string, wanted: number) => {
    const others = choices.filter((one) => one !== choice);
    if (others.length >= contest.max) return;
    const at = Math.min(wanted, others.length + 1);
    onAct({ kind: 'rank', choice, rank: at });
    setHeld(null);
    say(choice, others.toSpliced(at - 1, 0, choice));
  };
  const move = (by: 1 | -1) => {
    if (held === null) return;
    const from = choices.indexOf(held.choice);
    const to = from + by;
    if (to < 0 || to >= choices.length) return;
    const next = choices.toSpliced(from, 1).toSpliced(to, 0, held.choice);
    onAct({ kind: 'order', choices: next });
    say(held.choice, next);
    setFocused({ choice: held.choice });
  };

  const onKey = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // From here on, the person decides where the focus is.
    setFocused(null);
    const target = event.target as HTMLElement;
    const row = target.closest<HTMLElement>('[role=row], [data-choice]');
    const choice = row?.dataset['key'] ?? row?.dataset['choice'];
    if (choice === undefined) return;
    const isHandle = target === row || target.closest('[slot=drag]') !== null;
    const take = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    if (/^[1-9]$/.test(event.key)) {
      take();
      rank(choice, Number(event.key));
      setFocused({ choice });
      return;
    }
    if (!choices.includes(choice)) return;
    if (held === null) {
      if (event.key !== ' ' || !isHandle) return;
      take();
      setHeld({ choice, before: choices });
      setFocused({ choice });
      setSpoken(
        t('elections.held', {
          name: nameOf(contest, choice),
          rank: choices.indexOf(choice) + 1,
          count: choices.length,
        }),
      );
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      take();
      move(event.key === 'ArrowUp' ? -1 : 1);
    } else if (event.key === ' ' || event.key === 'Enter') {
      take();
      setHeld(null);
      say(held.choice, choices);
    } else if (event.key === 'Escape') {
      take();
      onAct({ kind: 'order', choices: held.before });
      setHeld(null);
      say(held.choice, held.before);
      setFocused({ choice: held.choice });
    } else if (event.key === 'Tab') setHeld(null);
  };

  const add = (choice: string) => {
    rank(choice, choices.length + 1);
    // The next candidate to rank, or the ranked one if there is none.
    const at = unranked.findIndex(({ id }) => id === choice);
    const next = unranked[at + 1] ?? unranked[at - 1];
    setFocused({ choice: next && choices.length + 1 < contest.max ? next.id : choice });
  };
  const remove = (choice: string) => {
    onAct({ kind: 'remove', choice });
    setHeld(null);
    setSpoken(t('elections.unrankedNow', { name: nameOf(contest, choice) }));
    setFocused({ choice });
  };

  return (
    <div ref={area} className="grid gap-4" onKeyDownCapture={onKey}>
      <section className="grid gap-2" aria-label={t('elections.yourOrder')}>
        <h3 className="text-base!">{t('elections.yourOrder')}</h3>
        {choices.length === 0 ? (
          <p className="rounded-card border border-dashed border-line-strong p-4 text-sm text-ink-2">
            {t('elections.noOrder')}
          </p>
        ) : (
          <div className="card px-2 sm:px-3">
            <SortableList
              label={t('elections.yourOrder')}
              items={choices.map((choice) => ({ choice }))}
              idOf={({ choice }) => choice}
              nameOf={({ choice }) => nameOf(contest, choice)}
              onSort={(items) => order(items.map(({ choice }) => choice))}
            >
              {({ choice }) => (
                <div
                  className={`flex items-center gap-2 rounded-control sm:gap-3 ${held?.choice === choice ? 'bg-brand-soft px-2 outline-2 outline-brand-text' : ''}`}
                >
                  <span className="grid size-8 shrink-0 place-items-center rounded-full bg-brand text-sm font-bold text-on-brand tabular-nums">
                    {number(choices.indexOf(choice) + 1)}
                  </span>
                  <span className="min-w-0 flex-1">
                    <ChoiceFace contest={contest} choice={choice} isSmall />
                  </span>
                  <IconButton
                    size="sm"
                    label={t('elections.unrank', { name: nameOf(contest, choice) })}
                    icon={X}
                    onClick={() => remove(choice)}
                  />
                </div>
              )}
            </SortableList>
          </div>
        )}
        <p role="status" className="min-h-5 text-sm text-ink-2">
          {spoken}
        </p>
        {choices.length > 0 && (
          <p className="hidden text-sm text-ink-2 sm:block">{t('elections.rankKeys')}</p>
        )}
      </section>
      {unranked.length > 0 && (
        <section className="grid gap-2" aria-label={t('elections.notRanked')}>
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <h3 className="text-base!">{t('elections.notRanked')}</h3>
            {!isPaper && <p className="text-sm text-ink-2">{t('elections.ownOrder')}</p>}
          </div>
          <ul className="grid gap-2">
            {unranked.map(({ id, name }) => (
              <li
                key={id}
                className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-card border border-dashed border-line-strong px-3 py-1"
              >
                <span className="min-w-0 flex-1 basis-40">
                  <ChoiceFace contest={contest} choice={id} />
                </span>
                <Button
                  size="sm"
                  icon={Plus}
                  data-choice={id}
                  disabled={isFull}
                  label={t('elections.rankName', { name, rank: choices.length + 1 })}
                  onClick={() => add(id)}
                >
                  {t('elections.rank', { rank: choices.length + 1 })}
                </Button>
              </li>
            ))}
          </ul>
          {isFull && (
            <p className="text-sm text-ink-2">
              {t('elections.maxReached', { count: contest.max })}
            </p>
          )}
        </section>
      )}
    </div>
  );
}
