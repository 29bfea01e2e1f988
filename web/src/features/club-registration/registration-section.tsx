import { useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { unfinishedQuestion } from '#contract/forms/form-rules.ts';
import type { RegistrationSetup } from '#contract/club-registration/staff.endpoints.ts';
import { updateRegistrationForm, updateSetup } from '#contract/club-registration/calls.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { SaveBar } from '../../kit/save-bar.tsx';
import { LeaveGuard } from '../../kit/leave-guard.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { useSearch } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { FormBuilder } from '../forms/form-builder.tsx';
import { setupQuery, staleSetup } from './club-registration.data.ts';
import english from './messages/en.json';
import { RenewalsOverview } from './renewals-overview.tsx';
import { WindowCard } from './window-card.tsx';

addEnglish(english);

const parts = ['overview', 'form', 'settings'] as const;

/** Club registration and renewal for staff: overview, questions, permissions and dates. */
export function RegistrationSection() {
  const { t } = useMessages();
  const navigate = useNavigate();
  const asked = useSearch()['part'];
  const part = parts.find((one) => one === asked) ?? 'overview';
  const setup = useQuery(setupQuery());
  return (
    <Tabs
      label={t('clubRegistration.parts')}
      items={parts.map((id) => ({ id, label: t(`clubRegistration.part_${id}`) }))}
      selected={part}
      onSelect={(next) =>
        void navigate({
          to: paths.adminClubRegistration,
          search: next === 'overview' ? {} : { part: next },
          replace: true,
          resetScroll: false,
        })
      }
    >
      {part === 'overview' ? (
        <RenewalsOverview />
      ) : (
        <QueryBoundary query={setup} skeleton={['h-48', 'h-48']} isEmpty={() => false}>
          {(data) =>
            part === 'form' ? (
              <Form key={data.form.version} setup={data} />
            ) : (
              <Settings setup={data} />
            )
          }
        </QueryBoundary>
      )}
    </Tabs>
  );
}

/** The school's own questions. */
function Form({ setup }: { setup: RegistrationSetup }) {
  const messages = useMessages();
  const { t } = messages;
  const { version, definition: stored } = setup.form;
  const [definition, setDefinition] = useState(stored);
  const [invalidId, setInvalidId] = useState<string | null>(null);
  const save = useAction(() => call(updateRegistrationForm, { version, definition }), {
    success: t('clubRegistration.saved'),
    updates: setupQuery().queryKey,
    isQuiet: true,
  });
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const unfinished =
          definition.questions.length === 0 ? null : unfinishedQuestion(definition);
        setInvalidId(unfinished);
        if (unfinished === null) save.run();
      }}
    >
      <LeaveGuard isDirty={definition !== stored} />
      <p className="text-sm text-ink-2">{t('clubRegistration.formBody')}</p>
      <FormBuilder
        definition={definition}
        isAnonymous={false}
        isNarrow
        wrong={invalidId}
        onChange={setDefinition}
      />
      <SaveBar
        isDirty={definition !== stored}
        isPending={save.isPending}
        error={save.error === null ? null : errorText(save.error, messages)}
        onDiscard={() => setDefinition(stored)}
      />
    </form>
  );
}

function Settings({ setup }: { setup: RegistrationSetup }) {
  const { t } = useMessages();
  const change = useAction(
    (sent: {
      registrants?: 'everybody' | 'nobody';
      requiredPositions?: string[];
      shownQuestions?: string[];
    }) => call(updateSetup, { version: setup.version, ...sent }),
    {
      success: t('clubRegistration.saved'),
      updates: setupQuery().queryKey,
      invalidates: staleSetup,
      scope: 'club registration',
    },
  );
  const required = setup.positions.filter(({ isRequired }) => isRequired).map(({ id }) => id);
  const toggled = (list: readonly string[], id: string, isOn: boolean) =>
    isOn ? [...list, id] : list.filter((one) => one !== id);
  const questions = setup.form.definition.questions.filter(({ kind }) => kind !== 'statement');
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <div className="grid gap-4">
        <Card title={t('clubRegistration.who')}>
          <Switch
            label={t('clubRegistration.everybody')}
            description={t('clubRegistration.everybodyBody')}
            isOn={setup.registrants === 'everybody'}
            onChange={(isOn) => change.run({ registrants: isOn ? 'everybody' : 'nobody' })}
          />
        </Card>
        <Card title={t('clubRegistration.positions')}>
          <p className="mb-2 text-sm text-ink-2">{t('clubRegistration.positionsBody')}</p>
          {setup.positions.map(({ id, name, isRequired }) => (
            <Checkbox
              key={id}
              label={name}
              isChecked={isRequired}
              onChange={(isOn) => change.run({ requiredPositions: toggled(required, id, isOn) })}
            />
          ))}
        </Card>
        <Card title={t('clubRegistration.shown')}>
          <p className="mb-2 text-sm text-ink-2">{t('clubRegistration.shownBody')}</p>
          {questions.map(({ id, title }) => (
            <Checkbox
              key={id}
              label={title}
              isChecked={setup.shownQuestions.includes(id)}
              onChange={(isOn) =>
                change.run({ shownQuestions: toggled(setup.shownQuestions, id, isOn) })
              }
            />
          ))}
        </Card>
      </div>
      <WindowCard key={setup.window?.name ?? ''} window={setup.window} />
    </div>
  );
}
