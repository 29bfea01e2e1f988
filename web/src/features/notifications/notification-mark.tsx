import type { LucideIcon } from 'lucide-react';
import type { Notification } from '#contract/notifications/endpoints.ts';
import type { NotificationKind } from '#contract/notifications/keys.ts';
import { notificationIcons } from '../../lists/notification-icons.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { kindColors } from '../../ui/kind-grounds.ts';

const icons: Readonly<Record<NotificationKind, LucideIcon>> = notificationIcons;

/** The tint of each kind of subject (styles/tokens.css), by the beginning of the notification's kind. */
const tints: readonly (readonly [RegExp, number])[] = [
  [/^(?:event|calendar)_/, 0],
  [/^(?:club|member|officer|news|election|store|refund|dues)_/, 1],
  [/^course_(?:announced|graded)/, 2],
  [/^(?:badge|experience|document|survey|job)_/, 3],
  [/^booking_/, 4],
  [/^course_work_/, 5],
];
const tintOf = (kind: string): string =>
  kindColors[tints.find(([pattern]) => pattern.test(kind))?.[1] ?? -1] ?? 'bg-fill-2 text-ink-2';

/** The person who acted, the club, or an icon of the kind. */
export function NotificationMark({ item, size = 2.25 }: { item: Notification; size?: number }) {
  const Icon = icons[item.kind];
  const [first] = item.people;
  const face = first ?? item.club;
  if (face === null)
    return (
      <span
        style={{ width: `${size}rem`, height: `${size}rem` }}
        className={`grid shrink-0 place-items-center rounded-full ${tintOf(item.kind)}`}
      >
        <Icon size={18} strokeWidth={1.9} aria-hidden />
      </span>
    );
  return (
    <span className="relative shrink-0">
      {first === undefined ? (
        <Avatar
          name={item.club?.name ?? ''}
          photoUrl={item.club?.logoUrl ?? null}
          size={size}
          shape="square"
        />
      ) : (
        <Avatar
          name={`${first.firstName} ${first.lastName}`}
          photoUrl={first.photoUrl}
          size={size}
        />
      )}
      <span
        className={`absolute -end-1 -bottom-1 grid size-5 place-items-center rounded-full ring-2 ring-ground ${tintOf(item.kind)}`}
      >
        <Icon size={11} strokeWidth={2.25} aria-hidden />
      </span>
    </span>
  );
}
