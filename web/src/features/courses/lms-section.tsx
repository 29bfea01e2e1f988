import { useQuery } from '@tanstack/react-query';
import type { LmsSetup } from '#contract/courses/lms.endpoints.ts';
import { changeLmsSetup, deleteLmsSetup } from '#contract/courses/calls.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { Form, FormError, SubmitButton, useForm } from '../../kit/form.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { StatGrid, StatTile } from '../../ui/stat-tile.tsx';
import { setupQuery } from './courses.data.ts';
import english from './messages/en.json';

addEnglish(english);

interface Draft {
  name: string;
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  isOn: boolean;
}
const { TextField, Switch } = fieldsOf<Draft>();

/** The school's LMS: its address, API client and connected people. */
export function LmsSection() {
  const query = useQuery(setupQuery());
  return (
    <QueryBoundary query={query} isEmpty={() => false} skeleton={['h-96']}>
      {(setup) => <Setup key={setup.system?.baseUrl ?? ''} setup={setup} />}
    </QueryBoundary>
  );
}

const code = { dir: 'ltr', autoCapitalize: 'none', spellCheck: false } as const;

function Setup({ setup }: { setup: LmsSetup }) {
  const { t, number } = useMessages();
  const { system } = setup;
  const form = useForm<Draft>({
    defaultValues: {
      name: system?.name ?? 'Canvas',
      baseUrl: system?.baseUrl ?? '',
      clientId: system?.clientId ?? '',
      clientSecret: '',
      isOn: system?.isOn ?? true,
    },
    isComplete: ({ name, baseUrl, clientId, clientSecret }) =>
      name.trim() !== '' &&
      baseUrl.trim() !== '' &&
      clientId.trim() !== '' &&
      (system !== null || clientSecret !== ''),
    errorFields: { lms_address: 'baseUrl', lms_secret_needed: 'clientSecret' },
    save: ({ clientSecret, ...draft }) =>
      call(changeLmsSetup, {
        kind: 'canvas',
        ...draft,
        ...(clientSecret !== '' && { clientSecret }),
      }),
    updates: setupQuery().queryKey,
    success: t('lms.saved'),
  });
  const remove = useAction(() => call(deleteLmsSetup, {}), {
    confirm: () => ({
      title: t('lms.removeTitle'),
      body: t('lms.removeBody'),
      confirmLabel: t('lms.remove'),
      isDanger: true,
    }),
    updates: setupQuery().queryKey,
    success: t('lms.removed'),
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-ink-2 text-pretty">{t('lms.intro')}</p>
      {system !== null && (
        <StatGrid label={t('lms.people')}>
          <StatTile label={t('lms.connected')} value={number(setup.connected)} />
          <StatTile label={t('lms.ended')} value={number(setup.ended)} />
          <StatTile label={t('lms.failing')} value={number(setup.failing)} />
        </StatGrid>
      )}
      <Card title={t('lms.register')} description={t('lms.registerBody')}>
        <div className="grid gap-4">
          <CopyField label={t('lms.callback')} value={setup.callback} />
          <CopyField label={t('lms.scopes')} value={setup.scopes.join(' ')} />
        </div>
      </Card>
      <Card title={t('lms.client')}>
        <Form form={form} isGuarded>
          <TextField
            name="name"
            label={t('lms.name')}
            description={t('lms.nameBody')}
            maxLength={60}
          />
          <TextField
            name="baseUrl"
            label={t('lms.baseUrl')}
            description={t('lms.baseUrlBody')}
            inputMode="url"
            {...code}
          />
          <TextField name="clientId" label={t('lms.clientId')} {...code} />
          <TextField
            name="clientSecret"
            label={t('lms.clientSecret')}
            description={t(system === null ? 'lms.secretBody' : 'lms.secretKept')}
            {...code}
          />
          <Switch name="isOn" label={t('lms.isOn')} description={t('lms.isOnBody')} />
          <FormError form={form} />
          <div className="flex flex-wrap gap-3">
            <SubmitButton form={form}>{t('lms.save')}</SubmitButton>
            {system !== null && (
              <Button variant="quiet" isPending={remove.isPending} onClick={() => remove.run()}>
                {t('lms.remove')}
              </Button>
            )}
          </div>
        </Form>
      </Card>
    </div>
  );
}
