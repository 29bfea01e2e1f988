import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CircleSlash, FileBadge, HeartHandshake } from 'lucide-react';
import { useState } from 'react';
import {
  publicReasons,
  recordLimits as limits,
  showCode,
  type PublicReason,
} from '#contract/record/limits.ts';
import { revokeEntry, revokeIssued } from '#contract/record/calls.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import { LoadMore, Row, RowList } from '../../kit/row-list.tsx';
import { call } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { useSearch } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Pill } from '../../ui/pill.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import english from './messages/en.json';
import { LayoutPart } from './layout-part.tsx';
import { BadgeHolders } from './badge-holders.tsx';
import { issuedPages, staleVerified, verifiedPages } from './record.data.ts';
import { hoursOf, stateLooks, titleOf } from './record-words.ts';
import { SetupPart } from './setup-part.tsx';

addEnglish(english);

const parts = ['setup', 'layout', 'verified', 'issued'] as const;

/** Co-curricular records for staff: setup, and revoking experiences or documents. */
export function RecordSection() {
  const { t } = useMessages();
  const navigate = useNavigate();
  const { part: wanted, badge } = useSearch();
  const part = parts.find((one) => one === wanted) ?? 'setup';
  return (
    <Tabs
      label={t('recordSetup.title')}
      items={parts.map((id) => ({ id, label: t(`recordSetup.part_${id}`) }))}
      selected={part}
      onSelect={(id) =>
        void navigate({
          to: paths.adminRecord,
          search: id === 'setup' ? {} : { part: id },
          replace: true,
        })
      }
    >
      {part === 'setup' && (badge === undefined ? <SetupPart /> : <BadgeHolders id={badge} />)}
      {part === 'layout' && <LayoutPart />}
      {part === 'verified' && <VerifiedPart />}
      {part === 'issued' && <IssuedPart />}
    </Tabs>
  );
}

type Revoking = { entry: string; title: string } | { document: string; title: string };

function VerifiedPart() {
  const messages = useMessages();
  const { t, date } = messages;
  const [search, setSearch] = useState('');
  const [revoking, setRevoking] = useState<Revoking | null>(null);
  const query = useInfiniteQuery(verifiedPages(search));
  return (
    <>
      <ListPage
        query={query}
        intro={t('recordSetup.verifiedBody')}
        search={{ label: t('recordSetup.search'), value: search, onChange: setSearch }}
        empty={{ icon: HeartHandshake, title: t('recordSetup.noVerified') }}
        nothingFound={{ title: t('recordSetup.noneFound') }}
        isEmpty={({ pages }) => pages[0]?.items.length === 0}
      >
        {({ pages }) => (
          <div className="grid gap-4">
            <RowList isCard label={t('recordSetup.part_verified')}>
              {pages
                .flatMap(({ items }) => items)
                .map((entry) => {
                  const name = `${entry.person.firstName} ${entry.person.lastName}`;
                  const title = titleOf(messages, entry);
                  return (
                    <Row
                      key={entry.id}
                      mark={<Avatar name={name} photoUrl={entry.person.photoUrl} />}
                      title={name}
                      aside={
                        entry.state !== 'verified' && (
                          <Pill {...stateLooks[entry.state]}>
                            {t(`record.state_${entry.state}`)}
                          </Pill>
                        )
                      }
                      lines={[
                        <span key="what">
                          <bdi>{title}</bdi>
                          {entry.organization !== '' && <bdi> • {entry.organization}</bdi>}
                          {entry.minutes > 0 &&
                            ` • ${t('record.hours', { hours: hoursOf(entry.minutes) })}`}
                        </span>,
                        t('record.verifiedByOn', {
                          name: entry.verifiedBy === '' ? t('record.school') : entry.verifiedBy,
                          date: date(entry.verifiedAt),
                        }),
                        entry.reason === '' ? null : <bdi key="why">“{entry.reason}”</bdi>,
                      ]}
                      end={
                        entry.state === 'verified' && (
                          <Button
                            variant="quiet"
                            size="sm"
                            label={t('recordSetup.revokeOf', { title: `${title}, ${name}` })}
                            onClick={() => setRevoking({ entry: entry.id, title })}
                          >
                            {t('record.revoke')}
                          </Button>
                        )
                      }
                    />
                  );
                })}
            </RowList>
            <LoadMore query={query} />
          </div>
        )}
      </ListPage>
      {revoking && <RevokeDialog {...revoking} onClose={() => setRevoking(null)} />}
    </>
  );
}

function IssuedPart() {
  const { t, date } = useMessages();
  const [revoking, setRevoking] = useState<Revoking | null>(null);
  const query = useInfiniteQuery(issuedPages());
  return (
    <>
      <ListPage
        query={query}
        intro={t('recordSetup.issuedBody')}
        empty={{ icon: FileBadge, title: t('recordSetup.noIssued') }}
        isEmpty={({ pages }) => pages[0]?.items.length === 0}
      >
        {({ pages }) => (
          <div className="grid gap-4">
            <RowList isCard label={t('recordSetup.part_issued')}>
              {pages
                .flatMap(({ items }) => items)
                .map(({ id, person, kind, code, issuedAt, revokedAt }) => {
                  const name = `${person.firstName} ${person.lastName}`;
                  return (
                    <Row
                      key={id}
                      isQuiet={revokedAt !== null}
                      mark={<Avatar name={name} photoUrl={person.photoUrl} />}
                      title={name}
                      aside={
                        revokedAt !== null && (
                          <Pill tone="bad" icon={CircleSlash}>
                            {t('record.isRevoked')}
                          </Pill>
                        )
                      }
                      lines={[
                        <span key="what">
                          {t(`record.form_${kind}`)} •{' '}
                          <bdi className="font-mono">{showCode(code)}</bdi>
                        </span>,
                        t('record.issuedOn', { date: date(issuedAt) }),
                      ]}
                      end={
                        revokedAt === null && (
                          <Button
                            variant="quiet"
                            size="sm"
                            label={t('recordSetup.revokeOf', {
                              title: `${showCode(code)}, ${name}`,
                            })}
                            onClick={() => setRevoking({ document: id, title: showCode(code) })}
                          >
                            {t('record.revoke')}
                          </Button>
                        )
                      }
                    />
                  );
                })}
            </RowList>
            <LoadMore query={query} />
          </div>
        )}
      </ListPage>
      {revoking && <RevokeDialog {...revoking} onClose={() => setRevoking(null)} />}
    </>
  );
}

interface Revocation {
  reason: string;
  publicReason: PublicReason;
}
const { TextArea, Select } = fieldsOf<Revocation>();

function RevokeDialog({ title, onClose, ...of }: Revoking & { onClose: () => void }) {
  const { t } = useMessages();
  const isEntry = 'entry' in of;
  return (
    <FormDialog<Revocation>
      title={t('recordSetup.revokeTitle', { title })}
      submitLabel={t('record.revoke')}
      isDanger
      defaultValues={{ reason: '', publicReason: 'rules' }}
      isComplete={({ reason }) => reason.trim() !== ''}
      save={({ reason, publicReason }) =>
        'entry' in of
          ? call(revokeEntry, { id: of.entry, reason })
          : call(revokeIssued, {
              id: of.document,
              reason,
              publicReason,
            })
      }
      invalidates={staleVerified}
      success={t('recordSetup.revoked')}
      onClose={onClose}
    >
      <p>{t(isEntry ? 'recordSetup.revokeEntryBody' : 'recordSetup.revokeDocumentBody')}</p>
      <TextArea
        name="reason"
        label={t('recordSetup.reason')}
        description={t('recordSetup.reasonHint')}
        rows={3}
        maxLength={limits.reason}
        required
      />
      {!isEntry && (
        <Select
          name="publicReason"
          label={t('recordSetup.publicReason')}
          description={t('recordSetup.publicReasonHint')}
          options={publicReasons.map((value) => ({ value, label: t(`record.reason_${value}`) }))}
        />
      )}
    </FormDialog>
  );
}
