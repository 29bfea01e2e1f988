import { ChevronDown } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { platforms } from '#contract/notifications/keys.ts';
import { useMessages } from '../../lib/messages.ts';
import {
  CategorySwitch,
  Cell,
  KeyName,
  type MatrixPart,
  type MatrixProps,
} from './matrix-cells.tsx';
import { topicOf, topics } from './notification-topics.ts';
import { platformIcons } from './platform-words.ts';

/** Columns: the name, and a switch for each platform. */
const columns = 'grid grid-cols-[minmax(0,1fr)_repeat(3,2.75rem)] items-center gap-x-1.5';

type Rows = MatrixPart['rows'];

/** A section on phones: its own switches, then its notifications by topic, collapsed. */
export function MatrixTopics({ part, firing, onChoose, onCategory }: MatrixProps) {
  const { t } = useMessages();
  const draw = (rows: Rows) => (
    <PartRows part={part} rows={rows} firing={firing} onChoose={onChoose} />
  );
  // The settings of a club are collapsed as a whole.
  if (part.isWithoutAll === true) return draw(part.rows);
  const parts =
    part.category === 'general'
      ? topics.map((topic) => ({
          id: topic,
          title: t(`prefs.topic_${topic}`),
          rows: part.rows.filter(({ name }) => topicOf(name) === topic),
        }))
      : [{ id: 'all', title: t('prefs.byType'), rows: part.rows }];
  return (
    <div className="grid gap-1">
      <div className={columns}>
        <h2>{part.title}</h2>
        <Heads />
      </div>
      <div className={columns}>
        <p className="font-bold">{t('prefs.everything')}</p>
        {platforms.map((platform) => (
          <CategorySwitch
            key={platform}
            part={part}
            platform={platform}
            onCategory={onCategory}
            isLabelHidden
          />
        ))}
      </div>
      <ul className="divide-y divide-line">
        {parts
          .filter(({ rows }) => rows.length > 0)
          .map(({ id, title, rows }) => (
            <li key={id}>
              <Fold title={title} summary={<PlatformsOn part={part} rows={rows} />}>
                {draw(rows)}
              </Fold>
            </li>
          ))}
      </ul>
    </div>
  );
}

/** The platforms above their columns. Each switch is named in full. */
function Heads() {
  const { t } = useMessages();
  return platforms.map((platform) => {
    const Icon = platformIcons[platform];
    return (
      <span
        key={platform}
        aria-hidden
        className="grid justify-items-center self-end text-center text-xs text-ink-2"
      >
        <Icon size={16} strokeWidth={1.9} />
        {t(`platform.${platform}`)}
      </span>
    );
  });
}

function PartRows({
  part,
  rows,
  firing,
  onChoose,
}: Pick<MatrixProps, 'part' | 'firing' | 'onChoose'> & { rows: Rows }) {
  return (
    <div className="pb-2">
      <div className={columns}>
        <span />
        <Heads />
      </div>
      <ul className="divide-y divide-line">
        {rows.map(({ name, row }) => (
          <li key={name} className={`py-1 ${columns}`}>
            <div className="text-sm font-medium hyphens-auto wrap-break-word">
              <KeyName name={name} row={row} firing={firing} />
            </div>
            {platforms.map((platform) => (
              <Cell
                key={platform}
                name={name}
                row={row}
                platform={platform}
                isCategoryOn={part.statuses[platform] === 'enabled'}
                onChoose={onChoose}
                isLabelHidden
              />
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The platforms that at least one of these notifications uses. */
function PlatformsOn({ part, rows }: { part: MatrixPart; rows: Rows }) {
  const { t, list } = useMessages();
  const on = platforms.filter(
    (platform) =>
      part.statuses[platform] === 'enabled' &&
      rows.some(({ row }) => row[platform].value === 'yes'),
  );
  return on.length === 0
    ? t('prefs.allOff')
    : list(on.map((platform) => t(`platform.${platform}`)));
}

interface FoldProps {
  title: ReactNode;
  /** What is set, in short. */
  summary?: ReactNode;
  children: ReactNode;
}

/** A part that is collapsed initially. */
export function Fold({ title, summary, children }: FoldProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="py-1">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-11 w-full items-center justify-between gap-3 rounded-control text-start"
      >
        <span className="grid min-w-0">
          <bdi className="font-bold">{title}</bdi>
          {summary !== undefined && <span className="text-sm text-ink-2">{summary}</span>}
        </span>
        <ChevronDown
          size={20}
          aria-hidden
          className={`shrink-0 text-ink-2 ${isOpen ? 'rotate-180' : ''}`}
        />
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </div>
  );
}
