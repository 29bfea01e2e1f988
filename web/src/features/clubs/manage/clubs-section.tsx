import { Link, useNavigate } from '@tanstack/react-router';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ArchiveRestore, MoreHorizontal, Settings2, Shapes, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Club } from '#contract/clubs/endpoints.ts';
import { clubLabelLists } from '#contract/clubs/limits.ts';
import { deleteClub, restoreClub } from '#contract/clubs/calls.ts';
import { ListPage } from '../../../kit/list-page.tsx';
import { LoadMore, Row, RowList } from '../../../kit/row-list.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { call } from '../../../lib/call.ts';
import { useDebounced } from '../../../lib/debounce.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { useSearch } from '../../../lib/page.tsx';
import { paths } from '../../../paths.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { MenuButton } from '../../../ui/menu.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { FileSpace } from '../../club-files/file-space.tsx';
import { ClubDialog } from '../club-dialog.tsx';
import { staffClubPages, staleClub } from '../clubs.data.ts';
import { LabelsList } from './labels-list.tsx';
import { PositionsList } from './positions-list.tsx';
import english from '../messages/en.json';

addEnglish(english);

const parts = ['clubs', ...clubLabelLists, 'positions', 'files'] as const;

/** All clubs of the school, with types, categories and tags, for staff. */
export function ClubsSection() {
  const { t } = useMessages();
  const navigate = useNavigate();
  const asked = useSearch()['part'];
  const part = parts.find((one) => one === asked) ?? 'clubs';
  return (
    <Tabs
      label={t('clubs.staffTabs')}
      items={parts.map((id) => ({
        id,
        label: t(
          id === 'clubs'
            ? 'clubs.title'
            : id === 'files'
              ? 'clubs.tab_files'
              : `clubs.labels_${id}`,
        ),
      }))}
      selected={part}
      onSelect={(next) =>
        void navigate({
          to: paths.adminClubs,
          search: next === 'clubs' ? {} : { part: next },
          replace: true,
          resetScroll: false,
        })
      }
    >
      <div>
        {part === 'clubs' && <AllClubs />}
        {part === 'positions' && <PositionsList />}
        {part === 'files' && <FileSpace />}
        {part !== 'clubs' && part !== 'positions' && part !== 'files' && (
          <LabelsList key={part} list={part} />
        )}
      </div>
    </Tabs>
  );
}

function AllClubs() {
  const { t } = useMessages();
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  const [isDeleted, setDeleted] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useDebounced(text, (value) => setSearch(value.trim()));
  const clubs = useInfiniteQuery(staffClubPages(search, isDeleted));
  const keep = useAction(
    ({ club: { id }, isKept }: { club: Club; isKept: boolean }): Promise<unknown> =>
      isKept ? call(restoreClub, { id }) : call(deleteClub, { id }),
    {
      confirm: ({ club: { name }, isKept }) =>
        isKept
          ? null
          : {
              title: t('clubs.deleteTitle', { name }),
              body: t('clubs.deleteBody'),
              confirmLabel: t('clubs.delete'),
              cancelLabel: t('clubs.cancel'),
              isDanger: true,
            },
      success: (_, { club: { name }, isKept }) =>
        t(isKept ? 'clubs.restored' : 'clubs.deleted', { name }),
      undo: ({ club, isKept }) => (isKept ? undefined : { club, isKept: true }),
      invalidates: staleClub,
    },
  );
  return (
    <>
      <ListPage
        query={clubs}
        intro={t('clubs.staffBody')}
        add={{ label: t('clubs.new'), onAdd: () => setOpen(true) }}
        search={{ label: t('clubs.search'), value: text, onChange: setText }}
        filters={
          <Chip
            icon={Trash2}
            isOn={isDeleted}
            aria-pressed={isDeleted}
            onClick={() => setDeleted(!isDeleted)}
          >
            {t('clubs.showDeleted')}
          </Chip>
        }
        isNarrowed={search !== ''}
        empty={{ icon: Shapes, title: t(isDeleted ? 'clubs.deletedNone' : 'clubs.none') }}
        nothingFound={{ title: t('clubs.noneFound'), body: t('clubs.noneFoundBody') }}
      >
        {({ pages }) => (
          <>
            <RowList isCard label={t('clubs.title')}>
              {pages.flatMap(({ items }) =>
                items.map((club) => (
                  <ClubListRow key={club.id} club={club} isDeleted={isDeleted} keep={keep} />
                )),
              )}
            </RowList>
            <LoadMore query={clubs} />
          </>
        )}
      </ListPage>
      {isOpen && <ClubDialog onClose={() => setOpen(false)} />}
    </>
  );
}

interface ClubListRowProps {
  club: Club;
  isDeleted: boolean;
  keep: { run: (change: { club: Club; isKept: boolean }) => void };
}

function ClubListRow({ club, isDeleted, keep }: ClubListRowProps) {
  const { t } = useMessages();
  const navigate = useNavigate();
  return (
    <Row
      mark={<Avatar name={club.name} photoUrl={club.Logo} size={2.5} shape="square" />}
      title={
        <Link to={paths.club} params={{ clubId: club.id }} className="rounded-sm hover:underline">
          {club.name}
        </Link>
      }
      aside={
        club.StatusLookup !== undefined &&
        club.StatusLookup !== 'active' && (
          <Pill tone="warn">{t(`clubs.status_${club.StatusLookup}`)}</Pill>
        )
      }
      isQuiet={isDeleted}
      lines={[
        [
          ...(club.Type ? [club.Type.name] : []),
          t('clubs.members', { count: club.CountMembers ?? 0 }),
        ].join(' • '),
      ]}
      end={
        <MenuButton
          label={t('clubs.more', { name: club.name })}
          icon={MoreHorizontal}
          variant="quiet"
          items={
            isDeleted
              ? [{ id: 'restore', label: t('clubs.restore'), icon: ArchiveRestore }]
              : [
                  { id: 'manage', label: t('clubs.manageClub'), icon: Settings2 },
                  {
                    id: 'delete',
                    label: t('clubs.delete'),
                    icon: Trash2,
                    isDanger: true,
                  },
                ]
          }
          onAction={(id) =>
            id === 'manage'
              ? void navigate({
                  to: paths.manageClub,
                  params: { clubId: club.id },
                  search: { section: 'settings' },
                })
              : keep.run({ club, isKept: id === 'restore' })
          }
        />
      }
    />
  );
}
