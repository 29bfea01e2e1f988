import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import {
  Check,
  ChevronDown,
  ChevronRight,
  KeyRound,
  Mail,
  Palette,
  SquareMenu,
  Tent,
  UsersRound,
  X,
  type LucideIcon,
} from 'lucide-react';
import { useId, useState } from 'react';
import type { SchoolSetup } from '#contract/onboarding/endpoints.ts';
import type { SetupItem } from '#contract/onboarding/steps.ts';
import type { PermissionOf } from '#contract/permissions.ts';
import { useAction } from '../../kit/use-action.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { useUser } from '../../lib/session-store.ts';
import { paths, type Path } from '../../paths.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { firstRunQuery } from './first-run.data.ts';
import { saveSetup, setupQuery } from './onboarding.data.ts';
import { SetupShape } from './setup-shape.tsx';
import english from './messages/en.json';

addEnglish(english);

interface Place {
  readonly to: Path;
  readonly icon: LucideIcon;
  /** The permission of the section. */
  readonly permission: PermissionOf<'school'>;
}

const places: Readonly<Record<SetupItem, Place>> = {
  brand: { to: paths.adminLook, icon: Palette, permission: 'school.manage' },
  people: { to: paths.adminImport, icon: UsersRound, permission: 'imports.manage' },
  signOn: { to: paths.adminSignOn, icon: KeyRound, permission: 'sign-on.manage' },
  menu: { to: paths.adminMenu, icon: SquareMenu, permission: 'menus.manage' },
  club: { to: paths.adminHubs, icon: Tent, permission: 'hubs.manage' },
  invite: { to: paths.adminInvitations, icon: Mail, permission: 'imports.manage' },
};

type Item = SchoolSetup['items'][number];
const isOver = ({ isDone, isSkipped }: Item) => isDone || isSkipped;

/**
 * What a new school still has to set up, for admins. It is open on Home; in Admin it is one line that opens. Shows nothing once it is
 * dismissed.
 */
export function SetupCard({ isFolded = false }: { isFolded?: boolean }) {
  const { t } = useMessages();
  const { permissions } = useUser();
  const id = useId();
  const { data, isError } = useQuery(setupQuery());
  const [isOpen, setOpen] = useState(!isFolded);
  const save = useAction(saveSetup, {
    updates: setupQuery().queryKey,
    invalidates: [firstRunQuery().queryKey],
    success: (_, { isEnded }) => (isEnded === true ? t('schoolSetup.dismissed') : null),
    undo: ({ isEnded }) => (isEnded === true ? { isEnded: false } : undefined),
  });
  if (data === undefined) return isError ? null : <SetupShape isFolded={isFolded} />;
  if (data.isEnded) return null;
  const items = data.items.filter(({ name }) => permissions.includes(places[name].permission));
  const count = items.filter(isOver).length;
  const isComplete = count === items.length;
  const next = items.find((item) => !isOver(item));
  const skipped = data.items.filter(({ isSkipped }) => isSkipped).map(({ name }) => name);
  return (
    <section aria-label={t('schoolSetup.title')} className="card min-w-0 overflow-hidden">
      <div className="grid gap-3 p-4 sm:p-5">
        <div className="flex items-start gap-2">
          <div className="grid min-w-0 flex-1 gap-1">
            <h2>{t(isComplete ? 'schoolSetup.ready' : 'schoolSetup.title')}</h2>
            <p className="text-sm text-ink-2">
              {isComplete
                ? t('schoolSetup.readyBody')
                : !isOpen && next
                  ? t('schoolSetup.next', { name: t(`schoolSetup.item_${next.name}`) })
                  : t('schoolSetup.body')}
            </p>
          </div>
          {isFolded && (
            <IconButton
              label={t(isOpen ? 'schoolSetup.hideItems' : 'schoolSetup.showItems')}
              icon={ChevronDown}
              aria-expanded={isOpen}
              aria-controls={id}
              className={`-mt-1 ${isOpen ? '[&_svg]:rotate-180' : ''}`}
              onClick={() => setOpen(!isOpen)}
            />
          )}
          <IconButton
            label={t('schoolSetup.dismiss')}
            icon={X}
            className="-me-2 -mt-1"
            isPending={save.pendingInput?.isEnded === true}
            onClick={() => save.run({ isEnded: true })}
          />
        </div>
        <div className="flex items-center gap-3">
          <div className="min-w-0 flex-1">
            <ProgressBar
              label={t('start.progress', { count, total: items.length })}
              share={count / items.length}
            />
          </div>
          <span className="shrink-0 text-sm text-ink-2">
            {t('start.progress', { count, total: items.length })}
          </span>
        </div>
      </div>
      {isOpen && (
        <ol id={id} className="divide-y divide-line border-t border-line">
          {items.map((item) => (
            <SetupRow
              key={item.name}
              item={item}
              isNext={item === next}
              isPending={save.pendingInput?.skipped?.includes(item.name) ?? false}
              onSkip={(isSkipped) =>
                save.run({
                  skipped: isSkipped
                    ? [...skipped, item.name]
                    : skipped.filter((name) => name !== item.name),
                })
              }
            />
          ))}
        </ol>
      )}
    </section>
  );
}

interface SetupRowProps {
  item: Item;
  isNext: boolean;
  isPending: boolean;
  onSkip: (isSkipped: boolean) => void;
}

function SetupRow({ item, isNext, isPending, onSkip }: SetupRowProps) {
  const { t } = useMessages();
  const { name, isDone, isSkipped } = item;
  const { to, icon: Icon } = places[name];
  const title = t(`schoolSetup.item_${name}`);
  return (
    <li
      className={`flex flex-wrap items-center gap-x-2 pe-3 sm:pe-4 ${isNext ? 'bg-brand-soft/50' : ''}`}
    >
      <Link
        to={to}
        className="flex min-h-16 min-w-0 flex-[1_1_12rem] items-center gap-3 py-3 ps-4 -outline-offset-2 hover:underline sm:ps-5"
      >
        <span
          className={`grid size-10 shrink-0 place-items-center rounded-full ${isDone ? 'bg-brand text-on-brand' : 'bg-fill text-ink-2'}`}
        >
          {isDone ? (
            <Check size={20} aria-hidden />
          ) : (
            <Icon size={20} strokeWidth={1.75} aria-hidden />
          )}
        </span>
        <span className="grid min-w-0">
          <span className={`font-bold ${isSkipped ? 'text-ink-2' : ''}`}>
            {title}
            {isDone && <span className="sr-only"> ({t('schoolSetup.done')})</span>}
          </span>
          <span className="text-sm text-ink-2">
            {t(isSkipped ? 'schoolSetup.skipped' : `schoolSetup.about_${name}`)}
          </span>
        </span>
      </Link>
      {!isDone && (
        <Button
          variant="quiet"
          size="sm"
          isPending={isPending}
          label={t(isSkipped ? 'schoolSetup.unskipNamed' : 'schoolSetup.skipNamed', {
            name: title,
          })}
          onClick={() => onSkip(!isSkipped)}
        >
          {t(isSkipped ? 'schoolSetup.unskip' : 'schoolSetup.skip')}
        </Button>
      )}
      <ChevronRight size={20} aria-hidden className="shrink-0 text-ink-3 rtl:-scale-x-100" />
    </li>
  );
}
