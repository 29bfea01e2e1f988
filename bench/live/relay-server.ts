import { createServer } from 'node:http';
import { Server } from 'socket.io';

/* A plain socket.io relay in a separate process: sends each socket's messages to its room, without storage or checks. */
const http = createServer();
const io = new Server(http, {
  transports: ['websocket'],
  perMessageDeflate: false,
  serveClient: false,
});
io.on('connection', (socket) => {
  void socket.join('room');
  socket.on('say', (text: unknown) => io.to('room').emit('live', text));
});
http.listen(0, '127.0.0.1', () => {
  const bound = http.address();
  process.send?.({ port: typeof bound === 'object' && bound !== null ? bound.port : 0 });
});
process.on('message', () => {
  globalThis.gc?.();
  process.send?.({ sent: 0, cpu: process.cpuUsage(), memory: process.memoryUsage() });
});
process.on('disconnect', () => process.exit());
