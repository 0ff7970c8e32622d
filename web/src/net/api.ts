// What goes by HTTP.

import type { Account, GameCard, GameDetails, NewRoom, Problem, Room, Session, View } from '../protocol/types';
import { recall, remember } from './kept';

/** A request that was refused, with the server's own words. */
export class Refused extends Error {
  constructor(
    public status: number,
    public problem: Problem,
  ) {
    super(problem.hint ? `${problem.text} (${problem.hint})` : problem.text);
  }
}

export async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = {};
  const token = recall('token');
  if (token) headers['authorization'] = `Bearer ${token}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  let response: Response;
  try {
    response = await fetch(`/api${path}`, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
  } catch {
    throw new Refused(0, { code: 'offline', text: 'the server does not answer' });
  }
  if (response.status === 204) return undefined as T;
  const data: unknown = await response.json().catch(() => ({}));
  if (response.ok) return data as T;
  const problem = data as Partial<Problem>;
  throw new Refused(response.status, { code: 'failed', text: 'that did not work', ...problem });
}

const part = encodeURIComponent;

export const api = {
  games: () => request<GameCard[]>('GET', '/games'),
  game: (id: string) => request<GameDetails>('GET', `/games/${part(id)}`),
  opening: (id: string) => request<View>('GET', `/games/${part(id)}/opening`),
  rooms: () => request<Room[]>('GET', '/rooms'),
  mine: () => request<Room[]>('GET', '/mine'),
  room: (id: string) => request<Room>('GET', `/rooms/${part(id)}`),
  create: (room: NewRoom) => request<Room>('POST', '/rooms', room),
  join: (id: string, wish: object = {}) => request<Room>('POST', `/rooms/${part(id)}/join`, wish),
  leave: (id: string) => request<Room>('POST', `/rooms/${part(id)}/leave`, {}),
  start: (id: string) => request<Room>('POST', `/rooms/${part(id)}/start`, {}),
  rematch: (id: string) => request<Room>('POST', `/rooms/${part(id)}/rematch`, {}),
  setSeat: (id: string, seat: number, player: string) =>
    request<Room>('PUT', `/rooms/${part(id)}/seats/${seat}`, { player }),
};

/** Who we are; a guest is made when nobody is there yet. */
export async function whoAmI(guestName: () => string): Promise<Account> {
  const fromLink = new URLSearchParams(location.hash.slice(1)).get('token');
  if (fromLink) {
    remember('token', fromLink);
    history.replaceState(null, '', location.pathname + location.search);
  }
  if (recall('token')) {
    try {
      return await request<Account>('GET', '/me');
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 401) throw error;
      remember('token', undefined);
    }
  }
  return newGuest(recall('name') ?? guestName());
}

export async function newGuest(name: string): Promise<Account> {
  const session = await request<Session>('POST', '/guests', { name });
  remember('token', session.token);
  remember('name', session.account.name);
  return session.account;
}
