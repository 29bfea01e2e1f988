import { Globe, Lock, UserRound, UsersRound, type LucideIcon } from 'lucide-react';
import { Fragment, useId } from 'react';
import type { Audience, ProfileField } from '#contract/people/audiences.ts';
import type { Privacy } from '#contract/people/privacy.endpoints.ts';
import { useMessages, type LabelKey } from '../../lib/messages.ts';

/** The fields under their headings, in the order of the profile. */
const groups = [
  {
    label: 'privacy.group_about',
    fields: ['genderPronoun', 'yearOfGraduation', 'major', 'bio', 'languages'],
  },
  { label: 'privacy.group_work', fields: ['work', 'lookingFor', 'industries'] },
  { label: 'privacy.group_interests', fields: ['interests', 'sports'] },
  {
    label: 'privacy.group_contact',
    fields: ['email', 'phoneWork', 'phoneHome', 'phoneMobile', 'place', 'currentAddress'],
  },
] as const satisfies readonly { label: LabelKey; fields: readonly ProfileField[] }[];

export const audienceIcons: Record<Audience, LucideIcon> = {
  everyone: Globe,
  connections: UsersRound,
  me: UserRound,
};

/** The audience that a person has chosen, or else the school's default. */
export const chosenAudience = ({
  choice,
  default: byDefault,
  isLocked,
}: Privacy['fields'][number]): Audience => (isLocked ? byDefault : (choice ?? byDefault));

interface FieldAudiencesProps {
  fields: Privacy['fields'];
  /** The audiences to choose from, which are the columns. */
  offered: readonly Audience[];
  isListed: boolean;
  onChoose: (field: ProfileField, choice: Audience) => void;
}

/** A row of radio buttons per profile field. Fields that the school has locked show its choice. */
export function FieldAudiences({ fields, offered, isListed, onChoose }: FieldAudiencesProps) {
  const { t } = useMessages();
  const template = `minmax(0, 1fr) repeat(${offered.length}, var(--choice))`;
  const row = 'grid items-center gap-x-1';
  return (
    <div className="@container">
      <div className="[--choice:3rem] @md:[--choice:6rem]">
        <div
          aria-hidden
          className={`sticky top-(--top-bar) z-10 border-b border-line bg-surface py-2 ${row}`}
          style={{ gridTemplateColumns: template }}
        >
          <span />
          {offered.map((audience) => {
            const Icon = audienceIcons[audience];
            return (
              <span
                key={audience}
                title={t(`audience.${audience}`)}
                className="grid justify-items-center gap-1 text-center text-xs font-medium text-ink-2"
              >
                <Icon size={18} strokeWidth={1.75} />
                <span className="@max-md:hidden">{t(`audience.${audience}_short`)}</span>
              </span>
            );
          })}
        </div>
        {/* Narrow columns only have space for the icons. */}
        <ul
          aria-hidden
          className="flex flex-wrap gap-x-4 gap-y-1 pt-2 text-xs text-ink-2 @md:hidden"
        >
          {offered.map((audience) => {
            const Icon = audienceIcons[audience];
            return (
              <li key={audience} className="flex items-center gap-1.5">
                <Icon size={16} strokeWidth={1.75} />
                {t(`audience.${audience}`)}
              </li>
            );
          })}
        </ul>
        {groups.map(({ label, fields: names }) => (
          <Fragment key={label}>
            <h3 className="mt-4 mb-1 text-sm text-ink-2">{t(label)}</h3>
            <div className="divide-y divide-line">
              {fields
                .filter(({ field }) => (names as readonly ProfileField[]).includes(field))
                .map((one) => (
                  <FieldRow
                    key={one.field}
                    one={one}
                    offered={offered}
                    isListed={isListed}
                    onChoose={onChoose}
                    className={row}
                    template={template}
                  />
                ))}
            </div>
          </Fragment>
        ))}
      </div>
    </div>
  );
}

interface FieldRowProps extends Pick<FieldAudiencesProps, 'offered' | 'isListed' | 'onChoose'> {
  one: Privacy['fields'][number];
  className: string;
  template: string;
}

function FieldRow({ one, offered, isListed, onChoose, className, template }: FieldRowProps) {
  const { t } = useMessages();
  const id = useId();
  const { field, isLocked, audience } = one;
  const chosen = chosenAudience(one);
  const isNarrower = !isLocked && !isListed && audience === 'connections' && chosen === 'everyone';
  const note = isLocked
    ? t('privacy.lockedBySchool')
    : isNarrower
      ? t('privacy.narrowed')
      : undefined;
  const name = (
    <div className="grid py-2">
      <span id={id} className="font-medium">
        {t(`field.${field}`)}
      </span>
      {note !== undefined && (
        <span id={`${id}-note`} className="text-sm text-ink-2">
          {note}
        </span>
      )}
    </div>
  );
  const look = `min-h-12 ${className}`;
  const columns = { gridTemplateColumns: template };
  if (isLocked) {
    // The school may have set an audience that isn't offered, such as connections with connections off.
    const at = Math.max(0, offered.indexOf(chosen));
    return (
      <div className={look} style={columns}>
        {name}
        <span
          className="grid justify-items-center text-ink-2"
          style={{ gridColumn: at + 2 }}
          title={t('privacy.locked', { audience: t(`audience.${chosen}`) })}
        >
          <Lock size={18} strokeWidth={1.75} aria-hidden />
          <span className="sr-only">{t(`audience.${chosen}`)}</span>
        </span>
      </div>
    );
  }
  return (
    <div
      role="radiogroup"
      aria-labelledby={id}
      aria-describedby={note === undefined ? undefined : `${id}-note`}
      className={look}
      style={columns}
    >
      {name}
      {offered.map((option) => (
        <label
          key={option}
          className="grid min-h-12 cursor-pointer place-items-center rounded-control hover:bg-fill"
        >
          <input
            type="radio"
            name={id}
            value={option}
            aria-label={t(`audience.${option}`)}
            checked={option === chosen}
            onChange={() => onChoose(field, option)}
            className="size-5 accent-brand-text"
          />
        </label>
      ))}
    </div>
  );
}
