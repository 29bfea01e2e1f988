import { Link } from '@tanstack/react-router';
import { CalendarClock } from 'lucide-react';
import type { EventProposal } from '#contract/events/proposals.endpoints.ts';
import { Row, RowIcon, RowList } from '../../kit/row-list.tsx';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { Pill } from '../../ui/pill.tsx';
import { shortWhen } from './event-times.ts';
import english from './messages/en.json';

addEnglish(english);

/** Events proposed by members, with their status. */
export function EventProposals({ items }: { items: readonly EventProposal[] }) {
  const messages = useMessages();
  const { t } = messages;
  if (items.length === 0) return null;
  return (
    <Card title={t('events.proposals')}>
      <RowList label={t('events.proposals')}>
        {items.map((one) => (
          <Row
            key={one.id}
            mark={
              <RowIcon>
                <CalendarClock size={20} aria-hidden />
              </RowIcon>
            }
            title={
              <Link
                to={paths.event}
                params={{ eventId: one.id }}
                dir="auto"
                className="page-start rounded-sm wrap-anywhere hover:underline"
              >
                {one.title}
              </Link>
            }
            lines={[
              shortWhen(messages, one),
              one.isMine
                ? one.club.name
                : one.proposer !== null &&
                  t('events.proposedBy', {
                    name: `${one.proposer.firstName} ${one.proposer.lastName}`.trim(),
                  }),
            ]}
            end={<ProposalPill proposal={one} />}
          />
        ))}
      </RowList>
    </Card>
  );
}

const tones = {
  open: 'brand',
  returned: 'warn',
  accepted: 'good',
  declined: 'bad',
  withdrawn: 'quiet',
} as const;

function ProposalPill({ proposal: { state, isReturned } }: { proposal: EventProposal }) {
  const { t } = useMessages();
  const shown = isReturned ? 'returned' : state;
  return <Pill tone={tones[shown]}>{t(`events.proposal_${shown}`)}</Pill>;
}
