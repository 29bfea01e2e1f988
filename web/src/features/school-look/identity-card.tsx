import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SchoolIdentity } from '#contract/schools/endpoints.ts';
import { getSchoolIdentity, updateSchoolIdentity } from '#contract/schools/calls.ts';
import { readSchoolColor, readSchoolName, schoolNameMax } from '#contract/schools/identity.ts';
import { isTimeZone } from '#contract/time-zone.ts';
import { ariaFieldsOf } from '../../kit/aria-fields.tsx';
import { fieldsOf } from '../../kit/fields.tsx';
import { Form, useForm } from '../../kit/form.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { SaveBar } from '../../kit/save-bar.tsx';
import { call, callQuery } from '../../lib/call.ts';
import { dateFormat } from '../../lib/date-format.ts';
import { locales, useMessages } from '../../lib/messages.ts';
import { applySchoolTheme, schemeColors } from '../../lib/school-theme.ts';
import { school, useSchool } from '../../lib/school.ts';
import { Card } from '../../ui/card.tsx';
import { ColorField } from '../../ui/color-field.tsx';
import { ThemeMiniature } from './theme-miniature.tsx';

interface Draft {
  name: string;
  color: string;
  locale: string;
  /** Empty for that of the newest term. */
  timeZone: string | null;
}

const { TextField, Select, OwnField } = fieldsOf<Draft>();
const { Combobox } = ariaFieldsOf<Draft>();

export const identityQuery = () => callQuery(getSchoolIdentity, {});
const draftOf = ({ color, ...rest }: SchoolIdentity): Draft => ({ ...rest, color: `#${color}` });

const changesOf = (draft: Draft, before: Draft): Partial<Draft> =>
  Object.fromEntries(
    Object.entries(draft).filter(([name, value]) => value !== before[name as keyof Draft]),
  );

/** The school's name, color, language and time zone, with a preview. */
export function IdentityCard() {
  const query = useQuery({ ...identityQuery(), refetchOnWindowFocus: false });
  return (
    <QueryBoundary query={query} skeleton={['h-96']} isEmpty={() => false}>
      {(identity) => <IdentityForm identity={identity} />}
    </QueryBoundary>
  );
}

function IdentityForm({ identity }: { identity: SchoolIdentity }) {
  const { t } = useMessages();
  const current = useSchool();
  const form = useForm<Draft, SchoolIdentity>({
    defaultValues: draftOf(identity),
    validate: ({ name, color }) => ({
      name: readSchoolName(name) === null ? t('look.nameBad', { count: schoolNameMax }) : undefined,
      color: readSchoolColor(color) === null ? t('look.colorBad') : undefined,
    }),
    // Other values can have changed since they were loaded.
    save: (draft) => call(updateSchoolIdentity, changesOf(draft, draftOf(identity))),
    savedValues: (_, next) => draftOf(next),
    updates: identityQuery().queryKey,
    success: t('look.saved'),
    onSuccess({ name, color, locale }) {
      const next = {
        ...current,
        name,
        top_bar_bg_color: color,
        config: { ...current.config, locale },
      };
      school.set(next);
      applySchoolTheme(next);
    },
  });
  const { values } = form;
  const [languages] = useState(() => ({ [identity.locale]: identity.locale, ...locales }));
  const [zones] = useState(() => [
    ...new Set([
      ...(typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : []),
      'UTC',
      ...(identity.timeZone === null ? [] : [identity.timeZone]),
    ]),
  ]);
  return (
    <Form form={form} isGuarded className="grid gap-4">
      <Card title={t('look.identity')} description={t('look.identityBody')}>
        <div className="grid gap-5">
          <TextField name="name" label={t('look.name')} maxLength={schoolNameMax} />
          <OwnField name="color">
            {(field) => (
              <ColorField label={t('look.color')} pickLabel={t('look.pick')} {...field} />
            )}
          </OwnField>
          <Preview {...values} />
          <div className="grid gap-5 sm:grid-cols-2">
            <Select
              name="locale"
              label={t('look.language')}
              description={t('look.languageBody')}
              options={Object.entries(languages).map(([value, label]) => ({ value, label }))}
            />
            <Combobox
              name="timeZone"
              label={t('look.timeZone')}
              description={clock(useMessages(), values.timeZone)}
              options={zones.map((id) => ({ id, label: id.replaceAll('_', ' ') }))}
            />
          </div>
        </div>
      </Card>
      <SaveBar
        isDirty={form.isDirty}
        isPending={form.isPending}
        error={form.error}
        onDiscard={() => form.reset()}
      />
    </Form>
  );
}

/** Returns the time at the school now. */
function clock({ t, locale }: ReturnType<typeof useMessages>, zone: string | null): string {
  if (zone === null || !isTimeZone(zone)) return t('look.timeZoneBody');
  const format = dateFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: zone });
  return t('look.timeNow', { time: format.format(new Date()) });
}

/** The app in the chosen color, in both color schemes. While the color isn't valid, the last valid one stays. */
function Preview({ name, color }: Draft) {
  const { t } = useMessages();
  const valid = readSchoolColor(color);
  const [shown, setShown] = useState(valid ?? '005fbf');
  if (valid !== null && valid !== shown) setShown(valid);
  return (
    <div className="grid gap-2">
      <p className="text-sm font-bold">{t('look.preview')}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        {(['light', 'dark'] as const).map((scheme) => (
          <ThemeMiniature
            key={scheme}
            scheme={scheme}
            colors={schemeColors(shown, scheme)}
            name={name}
          />
        ))}
      </div>
    </div>
  );
}
