import { useQuery } from '@tanstack/react-query';
import type { PointSettings } from '#contract/club-points/endpoints.ts';
import {
  clubPointLimits as limits,
  countedSources,
  type CountedSource,
} from '#contract/club-points/limits.ts';
import { ariaFieldsOf } from '../../kit/aria-fields.tsx';
import { Form, FormError, SubmitButton, useForm } from '../../kit/form.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Card } from '../../ui/card.tsx';
import { pointSettings, saveSettings, stalePointSettings } from './club-points.data.ts';
import english from './messages/en.json';

addEnglish(english);

type Draft = Record<CountedSource, number | null> & { version: number };
const { NumberField } = ariaFieldsOf<Draft>();

const draftOf = ({ version, points }: PointSettings): Draft => ({ version, ...points });

/** A club's point rules. */
export function ClubPointSettings({ club }: { club: string }) {
  const settings = useQuery(pointSettings(club));
  return (
    <QueryBoundary query={settings} isEmpty={() => false} skeleton={['h-56']}>
      {(data) => <SettingsForm key={club} club={club} settings={data} />}
    </QueryBoundary>
  );
}

function SettingsForm({ club, settings }: { club: string; settings: PointSettings }) {
  const { t } = useMessages();
  const form = useForm<Draft, PointSettings>({
    defaultValues: draftOf(settings),
    save: ({ version, joined, served, attended }) =>
      saveSettings(club, {
        version,
        points: { joined: joined ?? 0, served: served ?? 0, attended: attended ?? 0 },
      }),
    savedValues: (_, reply) => draftOf(reply),
    success: t('clubPoints.saved'),
    invalidates: stalePointSettings,
  });
  return (
    <div className="max-w-2xl">
      <Card title={t('clubPoints.settingsTitle')} description={t('clubPoints.settingsHint')}>
        <Form form={form} isGuarded>
          {countedSources.map((source) => (
            <NumberField
              key={source}
              name={source}
              label={t(`clubPoints.for_${source}`)}
              min={0}
              max={limits.points}
            />
          ))}
          <FormError form={form} />
          <div className="flex">
            <SubmitButton form={form}>{t('clubPoints.save')}</SubmitButton>
          </div>
        </Form>
      </Card>
    </div>
  );
}
