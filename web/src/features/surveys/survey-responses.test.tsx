import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useQuery } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import type { SurveyResults, SurveySettings } from '#contract/surveys/endpoints.ts';
import { queryClient } from '../../lib/call.ts';
import { stage, resetStage } from '../../testing/stage.tsx';
import { SurveyResponses } from './survey-responses.tsx';
import { saveSettings, surveySettings } from './surveys.data.ts';

afterEach(resetStage);

const settings = (more: Partial<SurveySettings>): SurveySettings => ({
  id: '5',
  title: 'How was it?',
  description: '',
  state: 'open',
  isAnonymous: false,
  opensAt: null,
  closesAt: null,
  audience: 'members',
  answers: 0,
  takesAnswers: true,
  mine: 'not_for_you',
  club: { id: '7', name: 'Chess' },
  version: 1,
  revision: 1,
  definition: { questions: [] },
  tags: [],
  answerLimit: null,
  service: null,
  kinds: [],
  audienceSize: 4,
  clubTags: [],
  remindedAt: null,
  can: { answer: false, manage: true, remind: true },
  ...more,
});
const none: SurveyResults = { answers: 0, audienceSize: 4, shown: 0, questions: [] };

test.each([
  [false, 'Everyone who hasn’t responded yet will be notified.'],
  [true, /including people who’ve already responded/],
])(
  'sending reminders asks first and describes the recipients (anonymous: %s)',
  async (isAnonymous, body) => {
    const before = settings({ isAnonymous });
    const after = settings({
      isAnonymous,
      remindedAt: new Date().toISOString(),
      can: { ...before.can, remind: false },
    });
    saveSettings(before);
    const Shown = () => {
      const { data = before } = useQuery({ ...surveySettings('5'), enabled: false }, queryClient);
      return <SurveyResponses settings={data} />;
    };
    const { asked } = await stage(<Shown />, {
      answers: { results: () => none, reminder: () => after },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Remind' }));
    const question = await screen.findByRole('alertdialog');
    expect(within(question).getByText(body)).toBeTruthy();
    fireEvent.click(within(question).getByRole('button', { name: 'Remind' }));
    expect(await screen.findByText(/^Reminded /)).toBeTruthy();
    expect(asked.filter(({ path }) => path === 'reminder')).toHaveLength(1);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remind' })).toBeNull());
  },
);
