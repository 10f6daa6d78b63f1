// A question that is asked anew while the reader drags: one call is in flight, and of those that came meanwhile only the
// last is asked.
import {callJson, type Answer, type CallError, type Service} from './connect';

export class LiveCall<Message> {
  private waiting: object | undefined;
  private isBusy = false;
  private turn = 0;

  constructor(private readonly service: Service, private readonly method: string,
              private readonly take: (answer: Answer<Message>, request: object) => void,
              private readonly fail: (error: CallError, request: object) => void) {}

  ask(request: object): void {
    this.waiting = request;
    if (!this.isBusy) void this.run();
  }

  // Answers to what was asked before do not count any more.
  drop(): void {
    this.waiting = undefined;
    ++this.turn;
  }

  private async run(): Promise<void> {
    this.isBusy = true;
    while (this.waiting) {
      const request = this.waiting, turn = this.turn;
      this.waiting = undefined;
      try {
        const answer = await callJson<Message>(this.service, this.method, request);
        if (turn === this.turn) this.take(answer, request);
      } catch (error) {
        if (turn === this.turn) this.fail(error as CallError, request);
      }
    }
    this.isBusy = false;
  }
}
