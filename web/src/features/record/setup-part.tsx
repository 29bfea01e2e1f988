import { useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Medal, MoreHorizontal, Pencil, Plus, Shapes, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ManagedBadge, ManagedKind, RecordSetup } from '#contract/record/staff.endpoints.ts';
import { recordLimits as limits } from '#contract/record/limits.ts';
import {
  deleteKind,
  renewKey as renewKeyCall,
  replaceCompetencies,
} from '#contract/record/calls.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { Row, RowIcon, RowList } from '../../kit/row-list.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { MenuButton } from '../../ui/menu.tsx';
import { TagField } from '../../ui/tag-field.tsx';
import { BadgeDialog } from './badge-dialog.tsx';
import { BadgeMedal } from './badge-medal.tsx';
import { KindDialog } from './kind-dialog.tsx';
import { setupKey, setupQuery } from './record.data.ts';

type Open = { kind: ManagedKind | null } | { badge: ManagedBadge | null };

/** The school's experience types, competencies, badges and signing keys. */
export function SetupPart() {
  const query = useQuery({
    ...setupQuery(),
    // While badges are awarded in the background, the page shows the progress.
    refetchInterval: ({ state }) =>
      state.data?.badges.some(({ settling }) => settling !== null) === true ? 2_000 : false,
  });
  return (
    <QueryBoundary query={query} isEmpty={() => false} skeleton={['h-40', 'h-40']}>
      {(setup) => <Setup setup={setup} />}
    </QueryBoundary>
  );
}

function Setup({ setup }: { setup: RecordSetup }) {
  const [open, setOpen] = useState<Open | null>(null);
  const { kinds, badges, keys } = setup;
  return (
    <div className="grid gap-5">
      <KindsCard onOpen={setOpen} kinds={kinds} />
      <Competencies key={setup.competencies.map(({ id }) => id).join()} setup={setup} />
      <BadgesCard onOpen={setOpen} badges={badges} />
      <SigningKeyCard keys={keys} />
      {open && 'kind' in open && <KindDialog kind={open.kind} onClose={() => setOpen(null)} />}
      {open && 'badge' in open && (
        <BadgeDialog badge={open.badge} setup={setup} onClose={() => setOpen(null)} />
      )}
    </div>
  );
}

function SigningKeyCard({ keys }: { keys: RecordSetup['keys'] }) {
  const { t, date } = useMessages();
  const renewKey = useAction(() => call(renewKeyCall, {}), {
    confirm: () => ({
      title: t('recordSetup.renewKey'),
      body: t('recordSetup.renewKeyBody'),
      confirmLabel: t('recordSetup.renewKeyYes'),
    }),
    updates: setupKey,
    success: t('recordSetup.keyRenewed'),
  });
  const active = keys.find(({ retiredAt }) => retiredAt === null);
  return (
    <Card
      title={t('recordSetup.key')}
      description={t('recordSetup.keyBody')}
      aside={
        <Button
          size="sm"
          icon={KeyRound}
          isPending={renewKey.isPending}
          onClick={() => renewKey.run()}
        >
          {t('recordSetup.renewKeyYes')}
        </Button>
      }
    >
      <p className="text-sm text-ink-2">
        {active === undefined
          ? t('recordSetup.noKey')
          : t('recordSetup.keySince', { date: date(active.createdAt) })}
      </p>
    </Card>
  );
}

function BadgesCard({
  onOpen,
  badges,
}: {
  onOpen: (open: Open) => void;
  badges: RecordSetup['badges'];
}) {
  const { t, list } = useMessages();
  const navigate = useNavigate();
  return (
    <Card
      title={t('record.badges')}
      description={t('recordSetup.badgesBody')}
      aside={
        <Button size="sm" icon={Plus} onClick={() => onOpen({ badge: null })}>
          {t('recordSetup.newBadge')}
        </Button>
      }
    >
      {badges.length === 0 && (
        <p className="flex items-center gap-2 text-ink-2">
          <Medal size={20} aria-hidden />
          {t('recordSetup.noBadges')}
        </p>
      )}
      <RowList label={t('record.badges')}>
        {badges.map((badge) => (
          <Row
            key={badge.id}
            mark={<BadgeMedal icon={badge.icon} color={badge.color} />}
            title={badge.name}
            lines={[
              badge.description,
              badge.basis === 'hours' || badge.basis === 'entries'
                ? t(`recordSetup.reached_${badge.basis}`, {
                    goal: badge.goal,
                    kind: badge.kind?.name ?? t('recordSetup.anyKind'),
                  })
                : badge.basis === 'badges'
                  ? t('record.steps', { names: list(badge.steps.map(({ name }) => name)) })
                  : t('recordSetup.basis_manual'),
              badge.settling === null
                ? t('recordSetup.awards', { count: badge.awards })
                : t('recordSetup.settling', badge.settling),
            ]}
            end={
              <MenuButton
                label={t('record.moreOf', { title: badge.name })}
                icon={MoreHorizontal}
                variant="quiet"
                items={[
                  { id: 'holders' as const, label: t('recordSetup.holders'), icon: Medal },
                  { id: 'edit' as const, label: t('recordSetup.edit'), icon: Pencil },
                ]}
                onAction={(action) =>
                  action === 'edit'
                    ? onOpen({ badge })
                    : void navigate({ to: paths.adminRecord, search: { badge: badge.id } })
                }
              />
            }
          />
        ))}
      </RowList>
    </Card>
  );
}

function KindsCard({
  onOpen,
  kinds,
}: {
  onOpen: (open: Open) => void;
  kinds: readonly ManagedKind[];
}) {
  const { t, list } = useMessages();
  const removeKind = useAction(({ id }: ManagedKind) => call(deleteKind, { id }), {
    confirm: ({ name }) => ({
      title: t('recordSetup.deleteKind', { name }),
      body: t('recordSetup.deleteKindBody'),
      confirmLabel: t('record.delete'),
      isDanger: true,
    }),
    updates: setupKey,
    success: t('recordSetup.saved'),
  });
  return (
    <Card
      title={t('recordSetup.kinds')}
      description={t('recordSetup.kindsBody')}
      aside={
        <Button size="sm" icon={Plus} onClick={() => onOpen({ kind: null })}>
          {t('recordSetup.newKind')}
        </Button>
      }
    >
      {kinds.length === 0 && <p className="text-ink-2">{t('recordSetup.noKinds')}</p>}
      <RowList label={t('recordSetup.kinds')}>
        {kinds.map((kind) => (
          <Row
            key={kind.id}
            mark={
              <RowIcon>
                <Shapes size={20} aria-hidden />
              </RowIcon>
            }
            title={kind.name}
            lines={[
              kind.description,
              kind.source === null
                ? kind.verifiers.length === 0
                  ? t('recordSetup.byApprovals')
                  : t('recordSetup.verifiedBy', {
                      names: list(kind.verifiers.map((one) => `${one.firstName} ${one.lastName}`)),
                    })
                : t(`recordSetup.source_${kind.source}`),
              t('recordSetup.count', { count: kind.entries }),
            ]}
            end={
              <MenuButton
                label={t('record.moreOf', { title: kind.name })}
                icon={MoreHorizontal}
                variant="quiet"
                items={[
                  { id: 'edit' as const, label: t('recordSetup.edit'), icon: Pencil },
                  ...(kind.entries === 0
                    ? [
                        {
                          id: 'delete' as const,
                          label: t('record.delete'),
                          icon: Trash2,
                          isDanger: true,
                        },
                      ]
                    : []),
                ]}
                onAction={(action) => (action === 'edit' ? onOpen({ kind }) : removeKind.run(kind))}
              />
            }
          />
        ))}
      </RowList>
    </Card>
  );
}

/** The list of competencies, edited as tags. A competency whose name stays the same remains on experiences. */
function Competencies({ setup }: { setup: RecordSetup }) {
  const { t } = useMessages();
  const known = setup.competencies;
  const [names, setNames] = useState<readonly string[]>(known.map(({ name }) => name));
  const save = useAction(
    () =>
      call(replaceCompetencies, {
        items: names.map((name) => ({
          id: known.find((one) => one.name === name)?.id ?? null,
          name,
        })),
      }),
    { updates: setupKey, success: t('recordSetup.saved') },
  );
  const isChanged = names.join('\n') !== known.map(({ name }) => name).join('\n');
  return (
    <Card title={t('record.competencies')} description={t('recordSetup.competenciesBody')}>
      <div className="grid gap-3">
        <TagField
          label={t('record.competencies')}
          values={names}
          options={[]}
          max={limits.competencies}
          maxLength={limits.name}
          onChange={setNames}
        />
        {isChanged && (
          <Button
            variant="primary"
            className="justify-self-start"
            isPending={save.isPending}
            onClick={() => save.run()}
          >
            {t('recordSetup.save')}
          </Button>
        )}
      </div>
    </Card>
  );
}
