import { Lock } from 'lucide-react';
import type { Audience, ProfileField } from '#contract/people/audiences.ts';
import type { Privacy } from '#contract/people/privacy.endpoints.ts';
import { useMessages } from '../../lib/messages.ts';
import { Select } from '../../ui/select.tsx';

/** The user's choice for each field. Locked fields show the school's setting. */
interface FieldAudiencesProps {
  fields: Privacy['fields'];
  isListed: boolean;
  isConnectOn: boolean;
  /** The change being saved. */
  pending: Readonly<Partial<Record<string, Audience | null>>>;
  onChoose: (field: ProfileField, choice: Audience | null) => void;
}

const defaultValue = 'default';

export function FieldAudiences({
  fields,
  isListed,
  isConnectOn,
  pending,
  onChoose,
}: FieldAudiencesProps) {
  const { t } = useMessages();
  // With connections off, there is no audience between everyone and only the user.
  const offered = (
    ['everyone', ...(isConnectOn ? (['connections'] as const) : []), 'me'] as const
  ).map((audience) => ({
    value: audience,
    label: t(`audience.${audience}`),
  }));
  return (
    <ul className="divide-y divide-line">
      {fields.map(({ field, choice, default: byDefault, isLocked, audience }) => {
        const label = t(`field.${field}`);
        const stored = pending[field] === undefined ? choice : pending[field];
        const isNarrower =
          !isLocked &&
          isListed === false &&
          audience === 'connections' &&
          (stored ?? byDefault) === 'everyone';
        return (
          <li
            key={field}
            className="grid items-center gap-x-4 gap-y-1 py-2.5 sm:grid-cols-[minmax(0,1fr)_19rem]"
          >
            <span className="grid">
              <span className="font-medium" aria-hidden={!isLocked}>
                {label}
              </span>
              {isNarrower && <span className="text-sm text-ink-2">{t('privacy.narrowed')}</span>}
            </span>
            {isLocked ? (
              <span className="flex min-h-11 items-center gap-2 text-sm text-ink-2">
                <Lock size={18} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />
                {t('privacy.locked', { audience: t(`audience.${byDefault}`) })}
              </span>
            ) : (
              <Select
                label={t('privacy.whoSees', { field: label })}
                isLabelHidden
                value={stored ?? defaultValue}
                options={[
                  {
                    value: defaultValue,
                    label: t('privacy.default', { audience: t(`audience.${byDefault}`) }),
                  },
                  ...offered,
                ]}
                onChange={(value) => onChoose(field, value === defaultValue ? null : value)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
