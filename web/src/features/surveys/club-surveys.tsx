import { Link, useNavigate } from '@tanstack/react-router';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ClipboardList, Plus } from 'lucide-react';
import { useState } from 'react';
import { newClientId } from '#contract/client-id.ts';
import type { SurveyItem, SurveySettings } from '#contract/surveys/endpoints.ts';
import { surveyLimits } from '#contract/surveys/limits.ts';
import { createSurvey } from '#contract/surveys/calls.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { LoadMore, Row, RowIcon, RowList } from '../../kit/row-list.tsx';
import { call } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button-style.ts';
import { Button } from '../../ui/button.tsx';
import english from './messages/en.json';
import { SurveyState } from './survey-state.tsx';
import { staleSurveys, surveyPages } from './surveys.data.ts';

addEnglish(english);

/** A club's surveys, to answer or, for officers, to create. */
export function ClubSurveys({ club }: { club: string }) {
  const { t } = useMessages();
  const [isMaking, setMaking] = useState(false);
  const surveys = useInfiniteQuery(surveyPages(club));
  const canCreate = surveys.data?.pages[0]?.can.create === true;
  return (
    <div className="grid max-w-4xl gap-4">
      {canCreate && (
        <Button icon={Plus} className="justify-self-start" onClick={() => setMaking(true)}>
          {t('surveys.new')}
        </Button>
      )}
      <QueryBoundary
        query={surveys}
        showsRefetchError
        empty={{
          icon: ClipboardList,
          title: t('surveys.none'),
          body: t(canCreate ? 'surveys.noneOfficer' : 'surveys.noneBody'),
        }}
      >
        {({ pages }) => (
          <div className="grid gap-4">
            <RowList label={t('surveys.title')} isCard>
              {pages.flatMap(({ items }) =>
                items.map((survey) => <SurveyRow key={survey.id} survey={survey} />),
              )}
            </RowList>
            <LoadMore query={surveys} />
          </div>
        )}
      </QueryBoundary>
      {isMaking && <NewSurvey club={club} onClose={() => setMaking(false)} />}
    </div>
  );
}

function SurveyRow({ survey }: { survey: SurveyItem }) {
  const { t, date } = useMessages();
  const { can, closesAt } = survey;
  const to = can.manage ? paths.surveyEditor : paths.survey;
  const params = { surveyId: survey.id };
  return (
    <Row
      mark={
        <RowIcon>
          <ClipboardList size={20} aria-hidden />
        </RowIcon>
      }
      title={
        <Link to={to} params={params} className="rounded-sm hover:underline">
          {survey.title}
        </Link>
      }
      aside={<SurveyState survey={survey} />}
      lines={[
        [
          ...(survey.isAnonymous ? [t('surveys.anonymous')] : []),
          ...(can.manage && survey.state !== 'draft'
            ? [t('surveys.answersCount', { count: survey.answers })]
            : []),
          ...(closesAt !== null && survey.takesAnswers
            ? [t('surveys.until', { date: date(closesAt, 'moment') })]
            : []),
        ].join(' • '),
      ]}
      end={
        can.answer && (
          <Link
            to={paths.survey}
            params={params}
            className={buttonClass({ variant: 'soft' })}
            aria-label={t('surveys.waitingAnswerNamed', { title: survey.title })}
          >
            {t('surveys.waitingAnswer')}
          </Link>
        )
      }
    />
  );
}

const { TextField } = fieldsOf<{ title: string }>();

function NewSurvey({ club, onClose }: { club: string; onClose: () => void }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  // A retry after a lost reply doesn't create a second survey.
  const [clientId] = useState(() => newClientId());
  return (
    <FormDialog<{ title: string }, SurveySettings>
      title={t('surveys.new')}
      submitLabel={t('surveys.create')}
      defaultValues={{ title: '' }}
      validate={({ title }) => ({ title: title.trim() === '' ? t('surveys.untitled') : undefined })}
      save={({ title }) => call(createSurvey, { id: club, clientId, title })}
      invalidates={staleSurveys}
      onSuccess={({ id }) => navigate({ to: paths.surveyEditor, params: { surveyId: id } })}
      onClose={onClose}
    >
      <TextField name="title" label={t('surveys.name')} maxLength={surveyLimits.title} />
    </FormDialog>
  );
}
