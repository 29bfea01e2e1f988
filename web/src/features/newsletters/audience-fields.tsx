import { useQuery } from '@tanstack/react-query';
import { accountTypes } from '#contract/people/account-kinds.ts';
import { newsletterLimits } from '#contract/newsletters/limits.ts';
import type { NewsletterAudience } from '#contract/newsletters/endpoints.ts';
import { listManagedHubs } from '#contract/hubs/calls.ts';
import { listingFilters } from '#contract/people/calls.ts';
import { callQuery } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { useHasPermission } from '../../lib/session-store.ts';
import { Chip } from '../../ui/chip.tsx';
import { TagField } from '../../ui/tag-field.tsx';
import type { AudienceProps } from './email-editor-config.ts';

/** Selects the audience of a school newsletter. */
export function AudienceFields({ audience, onChange }: AudienceProps<NewsletterAudience>) {
  const { t } = useMessages();
  const { data: filters = [] } = useQuery(callQuery(listingFilters, { type: 'directory' }));
  const options = (name: string) =>
    filters.find((one) => one.name === name)?.options?.map(({ value }) => value) ?? [];
  const put = (part: Partial<NewsletterAudience>) => onChange({ ...audience, ...part });
  const toggle = (type: (typeof accountTypes)[number]) =>
    put({
      accountTypes: accountTypes.filter(
        (one) => (one === type) !== audience.accountTypes.includes(one),
      ),
    });
  return (
    <div className="grid gap-4">
      <fieldset className="grid gap-2">
        <legend className="float-start text-sm font-bold">{t('newsletters.types')}</legend>
        <div className="clear-both flex flex-wrap gap-2">
          {accountTypes.map((type) => (
            <Chip
              key={type}
              isOn={audience.accountTypes.includes(type)}
              aria-pressed={audience.accountTypes.includes(type)}
              onClick={() => toggle(type)}
            >
              {type}
            </Chip>
          ))}
        </div>
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-2">
        <TagField
          label={t('newsletters.years')}
          placeholder={t('newsletters.anyone')}
          values={audience.years.map(String)}
          options={options('year_of_graduation')}
          max={newsletterLimits.audience}
          maxLength={4}
          onChange={(years) =>
            put({
              years: years
                .map(Number)
                .filter((year) => Number.isInteger(year) && year >= 1900 && year <= 2200),
            })
          }
        />
        <TagField
          label={t('newsletters.majors')}
          placeholder={t('newsletters.anyone')}
          values={audience.majors}
          options={options('major')}
          max={newsletterLimits.audience}
          maxLength={200}
          onChange={(majors) => put({ majors })}
        />
      </div>
      <HubChips chosen={audience.hubs} onChange={(hubs) => put({ hubs })} />
    </div>
  );
}

/** Selects hubs, if the school has any and the user can see them all. */
function HubChips({
  chosen,
  onChange,
}: {
  chosen: readonly string[];
  onChange: (hubs: string[]) => void;
}) {
  const { t } = useMessages();
  const { data } = useQuery({
    ...callQuery(listManagedHubs, {}),
    enabled: useHasPermission('hubs.manage'),
  });
  const hubs = data?.items.filter(({ id, isArchived }) => !isArchived || chosen.includes(id)) ?? [];
  if (hubs.length === 0) return null;
  return (
    <fieldset className="grid gap-2">
      <legend className="float-start text-sm font-bold">{t('newsletters.hubs')}</legend>
      <div className="clear-both flex flex-wrap gap-2">
        {hubs.map(({ id, name }) => {
          const isOn = chosen.includes(id);
          return (
            <Chip
              key={id}
              isOn={isOn}
              aria-pressed={isOn}
              onClick={() => onChange(isOn ? chosen.filter((one) => one !== id) : [...chosen, id])}
            >
              {name}
            </Chip>
          );
        })}
      </div>
    </fieldset>
  );
}
