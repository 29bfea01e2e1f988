import { useQuery } from '@tanstack/react-query';
import { Trophy } from 'lucide-react';
import { useState } from 'react';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { myPoints } from './club-points.data.ts';
import english from './messages/en.json';
import { PointsDialog } from './points-dialog.tsx';

addEnglish(english);

/** The user's points on a club's page. Shows nothing if the club has no points. */
export function MyPoints({ club }: { club: string }) {
  const { t } = useMessages();
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(myPoints(club));
  if (data === undefined || (data.balance === 0 && !data.isCounting)) return null;
  const text = t('clubPoints.mine', { count: data.balance });
  return (
    <>
      {data.items.length > 0 ? (
        <Button
          size="sm"
          variant="quiet"
          icon={Trophy}
          aria-haspopup="dialog"
          className="-mx-3"
          onClick={() => setOpen(true)}
        >
          {text}
        </Button>
      ) : (
        <p className="flex min-h-9 items-center gap-2 text-sm text-ink-2">
          <Trophy size={18} aria-hidden className="shrink-0" />
          {text}
        </p>
      )}
      {isOpen && <PointsDialog club={club} person={null} onClose={() => setOpen(false)} />}
    </>
  );
}
