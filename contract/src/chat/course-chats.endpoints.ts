import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { conversation } from './conversations.endpoints.ts';
import { chatId } from './ids.ts';

/* The chats of courses: who is in one follows the course. */

export const openCourseChat = endpoint({
  name: 'chat.open-course',
  summary:
    'The group chat of one of the caller’s courses, made when it is first opened. The people of the course are in it, teachers run it; it can be written in until 30 days after the term.',
  method: 'PUT',
  path: '/api/v1/chat/courses/{section}',
  access: 'member',
  credential: 'bearer',
  params: z.strictObject({ section: chatId }),
  reply: conversation,
  errors: ['not_found', 'course_chats_off'],
});
