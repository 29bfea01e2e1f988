import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { conversation } from './conversations.endpoints.ts';
import { chatId } from './ids.ts';

export const openCourseChat = endpoint({
  name: 'chat.open-course',
  summary: 'Open a course’s group chat',
  description:
    'Creates the chat when it is first opened. Members follow the course, and teachers are owners. People can send messages until 30 days after the term.',
  method: 'PUT',
  path: '/api/v1/chat/courses/{section}',
  access: 'member',
  credential: 'bearer',
  params: z.strictObject({ section: chatId }),
  reply: conversation,
  errors: ['not_found', 'course_chats_off'],
});
