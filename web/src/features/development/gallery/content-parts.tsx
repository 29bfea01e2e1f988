import { Building2, Check, GraduationCap, Inbox, Info, SearchX, Send } from 'lucide-react';
import { useState } from 'react';
import { CallError } from '../../../lib/call-error.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { showAlert } from '../../../ui/alerts.ts';
import { showToast } from '../../../ui/toasts.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { BadgeList } from '../../../ui/badge-list.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Definition, DefinitionList } from '../../../ui/definition-list.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FaceStack } from '../../../ui/face-stack.tsx';
import { FileRow } from '../../../ui/file-row.tsx';
import { FoldingCard } from '../../../ui/folding-card.tsx';
import { Note } from '../../../ui/note.tsx';
import { Pill, type Tone } from '../../../ui/pill.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { RetryBar } from '../../../ui/retry-bar.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { SideTabs } from '../../../ui/side-tabs.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { Specimen, Specimens } from './specimen.tsx';
import { faces } from './people.ts';
import ssoEnglish from '../../sso/messages/en.json';
import settingsEnglish from '../../settings/messages/en.json';

addEnglish({ ...ssoEnglish, ...settingsEnglish });

const offline = new CallError({ status: 0, code: 'network', message: 'offline' });

const tones: readonly Tone[] = ['quiet', 'brand', 'good', 'warn', 'bad'];
/** Complete class names, so that the style sheet includes them. */
const kinds = [
  'bg-kind-0 text-kind-0-ink border-kind-0-edge',
  'bg-kind-1 text-kind-1-ink border-kind-1-edge',
  'bg-kind-2 text-kind-2-ink border-kind-2-edge',
  'bg-kind-3 text-kind-3-ink border-kind-3-edge',
  'bg-kind-4 text-kind-4-ink border-kind-4-edge',
  'bg-kind-5 text-kind-5-ink border-kind-5-edge',
  'bg-kind-6 text-kind-6-ink border-kind-6-edge',
  'bg-kind-7 text-kind-7-ink border-kind-7-edge',
];

const clubTabs = ['Feed', 'About', 'Events', 'Members', 'Forum', 'News', 'Files', 'Jobs', 'Store'];

/** Components that show content. */
export function ContentParts() {
  return (
    <>
      <People />
      <Places />
      <States />
    </>
  );
}

function People() {
  return (
    <Specimens file="avatar.tsx, face-stack.tsx, badge-list.tsx">
      <Specimen of="Avatar: round, square, without a picture" isRow>
        {faces
          .map(({ firstName, lastName }) => `${firstName} ${lastName}`)
          .map((name) => (
            <Avatar key={name} name={name} photoUrl={null} />
          ))}
        <Avatar name="Chess" photoUrl={null} shape="square" />
      </Specimen>
      <Specimen of="FaceStack: few; more than are shown">
        <FaceStack people={faces.slice(0, 2)} />
        <FaceStack people={faces} total={48} shown={4} />
      </Specimen>
      <Specimen of="BadgeList: few; more than 20">
        <BadgeList values={['Chess', 'Rowing']} />
        <BadgeList values={Array.from({ length: 24 }, (_, n) => `Nr. ${n + 1}`)} />
      </Specimen>
    </Specimens>
  );
}

function Places() {
  const { t } = useMessages();
  const [tab, setTab] = useState<'incoming' | 'sent' | 'none'>('incoming');
  const [clubTab, setClubTab] = useState('Feed');
  return (
    <Specimens file="card.tsx, tabs.tsx, folding-card.tsx, side-tabs.tsx, definition-list.tsx">
      <Specimen of="Card">
        <Card
          title={t('dev.hello')}
          description={t('dev.helloBody')}
          aside={<span className="text-sm text-ink-2">aside</span>}
        >
          <p>{t('parts.body')}</p>
        </Card>
      </Specimen>
      <Specimen of="FoldingCard">
        <FoldingCard
          title={t('dev.hello')}
          summary={t('dev.helloBody')}
          description={t('dev.helloBody')}
        >
          <p>{t('parts.body')}</p>
        </FoldingCard>
      </Specimen>
      <Specimen of="SideTabs">
        <SideTabs
          label={t('nav.connections')}
          items={[
            { id: 'incoming', label: t('nav.connections'), icon: Inbox, count: 3 },
            { id: 'sent', label: t('nav.chat'), icon: Send },
          ]}
          selected="incoming"
          onSelect={() => undefined}
        >
          <p>{t('parts.body')}</p>
        </SideTabs>
      </Specimen>
      <Specimen of="Tabs: with counts, marked">
        <div>
          <Tabs
            label={t('nav.connections')}
            items={[
              { id: 'incoming', label: t('nav.connections'), count: 3, isMarked: true },
              { id: 'sent', label: t('nav.directory'), count: 1_034 },
              { id: 'none', label: t('nav.chat') },
            ]}
            selected={tab}
            onSelect={setTab}
          >
            <p className="pt-3">{tab}</p>
          </Tabs>
        </div>
      </Specimen>
      <Specimen of="Tabs: more than have room">
        <div className="max-w-xl">
          <Tabs
            label={t('nav.more')}
            items={clubTabs.map((id) => ({
              id,
              label: id,
              count: id === 'Members' ? 42 : undefined,
            }))}
            selected={clubTab}
            onSelect={setClubTab}
          >
            <p className="pt-3">{clubTab}</p>
          </Tabs>
        </div>
      </Specimen>
      <Specimen of="DefinitionList">
        <DefinitionList>
          <Definition icon={GraduationCap} term="Studies">
            History • 2027
          </Definition>
          <Definition icon={Building2} term="Work">
            Harbour Library
          </Definition>
        </DefinitionList>
      </Specimen>
    </Specimens>
  );
}

function States() {
  const { t } = useMessages();
  const [isRetrying, setRetrying] = useState(false);
  const retry = () => setRetrying(!isRetrying);
  return (
    <>
      <Specimens file="skeleton.tsx, progress-bar.tsx">
        <Specimen of="Skeleton, isRound">
          <Loading className="flex gap-3">
            <Skeleton isRound className="size-12" />
            <Skeleton className="h-12 flex-1" />
          </Loading>
        </Specimen>
        <Specimen of="ProgressBar: known; unknown">
          <ProgressBar label="40 %" share={0.4} />
          <ProgressBar label="…" share={null} />
        </Specimen>
      </Specimens>
      <MarkSpecimens />
      <Specimens file="empty-state.tsx, error-state.tsx, retry-bar.tsx, toast-area.tsx, alert-area.tsx">
        <Specimen of="EmptyState: in a card; in a list">
          <EmptyState
            isSmall
            icon={SearchX}
            title={t('api.none')}
            action={<Button>{t('keys.make')}</Button>}
          >
            {t('api.noneBody')}
          </EmptyState>
          <EmptyState
            icon={SearchX}
            title={t('api.none')}
            action={<Button>{t('keys.make')}</Button>}
          >
            {t('api.noneBody')}
          </EmptyState>
        </Specimen>
        <Specimen of="ErrorState: in a card; in a list; trying again">
          <ErrorState isSmall error={offline} onRetry={retry} isRetrying={false} />
          <ErrorState error={offline} onRetry={retry} isRetrying={isRetrying} />
        </Specimen>
        <Specimen of="RetryBar">
          <RetryBar error={offline} onRetry={retry} isRetrying={isRetrying} />
        </Specimen>
        <Specimen of="toast; alerts" isRow>
          <Button
            onClick={() =>
              showToast({
                message: t('keys.ended'),
                action: { label: t('privacy.undo'), run: () => undefined },
              })
            }
          >
            showToast
          </Button>
          {(['Success', 'Info', 'Warning', 'Error'] as const).map((type) => (
            <Button
              key={type}
              onClick={() => showAlert({ type, message: t('dev.helloBody'), autoClose: true })}
            >
              {type}
            </Button>
          ))}
        </Specimen>
      </Specimens>
    </>
  );
}

function MarkSpecimens() {
  const { t } = useMessages();
  return (
    <Specimens file="pill.tsx, note.tsx, file-row.tsx">
      <Specimen of="Pill: quiet, brand, good, warn, bad; with icon" isRow>
        {tones.map((tone) => (
          <Pill key={tone} tone={tone}>
            {tone}
          </Pill>
        ))}
        <Pill tone="good" icon={Check}>
          {t('signOn.tested')}
        </Pill>
      </Specimen>
      <Specimen of="Note: quiet, brand, good, warn, bad; with action">
        {tones.map((tone) => (
          <Note key={tone} tone={tone} icon={Info} title={tone}>
            {t('dev.helloBody')}
          </Note>
        ))}
        <Note action={<Button>{t('keys.make')}</Button>}>{t('dev.helloBody')}</Note>
      </Specimen>
      <Specimen of="FileRow">
        {['thesis.pdf', 'figures.xlsx', 'notes'].map((name) => (
          <FileRow
            key={name}
            file={{ id: name, name, size: 412_000, type: '', url: '#', picture: null }}
            className="p-2"
          />
        ))}
      </Specimen>
      <Specimen of="kind-0 … kind-7: ground, ink, edge" isRow>
        {kinds.map((look, kind) => (
          <span key={look} className={`rounded-control border px-3 py-1.5 text-sm ${look}`}>
            {kind}
          </span>
        ))}
      </Specimen>
    </Specimens>
  );
}
