import { useInfiniteQuery } from '@tanstack/react-query';
import { Hand, LogIn, ShieldCheck, Ticket, Trophy, Undo2, type LucideIcon } from 'lucide-react';
import type { PointLine } from '#contract/club-points/endpoints.ts';
import type { PointSource } from '#contract/club-points/limits.ts';
import { reversePoints } from '#contract/club-points/calls.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { LoadMore, Row, RowIcon, RowList } from '../../kit/row-list.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Pill } from '../../ui/pill.tsx';
import { nameOf } from '../people/person.ts';
import { linePages, stalePoints } from './club-points.data.ts';
import english from './messages/en.json';

addEnglish(english);

const icons: Record<PointSource, LucideIcon> = {
  joined: LogIn,
  served: ShieldCheck,
  attended: Ticket,
  given: Hand,
  reversal: Undo2,
};

interface PointsDialogProps {
  club: string;
  /** The member whose points to show; null for the user's own. */
  person: { uid: string; name: string } | null;
  onClose: () => void;
}

/** A person's points in a club with all transactions. */
export function PointsDialog({ club, person, onClose }: PointsDialogProps) {
  const { t } = useMessages();
  const lines = useInfiniteQuery(linePages(club, person?.uid ?? null));
  const reverse = useAction((line: PointLine) => call(reversePoints, { id: club, line: line.id }), {
    confirm: () => ({
      title: t('clubPoints.reverseTitle'),
      body: t('clubPoints.reverseBody'),
      confirmLabel: t('clubPoints.reverse'),
      cancelLabel: t('clubPoints.cancel'),
    }),
    invalidates: stalePoints,
    success: t('clubPoints.reversed'),
  });
  return (
    <Dialog
      title={person === null ? t('clubPoints.own') : t('clubPoints.of', { name: person.name })}
      isOpen
      onClose={onClose}
    >
      <QueryBoundary
        query={lines}
        isEmpty={({ pages }) => pages[0]?.items.length === 0}
        empty={{ icon: Trophy, title: t('clubPoints.none') }}
      >
        {({ pages }) => (
          <div className="grid gap-4">
            <p className="text-2xl font-bold tabular-nums">
              {t('clubPoints.count', { count: pages[0]?.balance ?? 0 })}
            </p>
            <RowList label={t('clubPoints.title')}>
              {pages.flatMap(({ items }) =>
                items.map((line) => (
                  <Line key={line.id} line={line} reverse={() => reverse.run(line)} />
                )),
              )}
            </RowList>
            <LoadMore query={lines} />
          </div>
        )}
      </QueryBoundary>
    </Dialog>
  );
}

function Line({ line, reverse }: { line: PointLine; reverse: () => void }) {
  const { t, number, date } = useMessages();
  const Icon = icons[line.source];
  const points = line.points > 0 ? `+${number(line.points)}` : number(line.points);
  const what = line.reason === '' ? t(`clubPoints.source_${line.source}`) : line.reason;
  const by = line.by === null ? [] : [nameOf(line.by)];
  return (
    <Row
      mark={
        <RowIcon>
          <Icon size={20} aria-hidden />
        </RowIcon>
      }
      title={what}
      aside={line.isReversed && <Pill>{t('clubPoints.isReversed')}</Pill>}
      lines={[
        <bdi key="when">
          {[
            ...(line.reason === '' ? [] : [t(`clubPoints.source_${line.source}`)]),
            ...by,
            date(line.at),
          ].join(' • ')}
        </bdi>,
      ]}
      end={
        <>
          {line.can.reverse && (
            <Button
              size="sm"
              variant="quiet"
              label={t('clubPoints.reverseLine', { line: what })}
              onClick={reverse}
            >
              {t('clubPoints.reverse')}
            </Button>
          )}
          <span dir="ltr" className="min-w-10 text-end font-bold tabular-nums">
            {points}
          </span>
        </>
      }
      isQuiet={line.isReversed}
    />
  );
}
