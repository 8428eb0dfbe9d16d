"""Signals, colour and waiting, on a pseudo-terminal; no model needed."""

from support import Case, OnTerminal, environment, signal


class Terminal(Case):
    def test_reading_from_the_terminal_says_how_to_end(self):
        run = OnTerminal("extract", "--schema", "a", everything=True)
        run.read_until(b"end with Ctrl-D")
        run.send(signal.SIGINT)
        ended = run.finish()
        self.assertEqual(ended.status, 130)
        self.assertIn("cancelled while reading the input", ended.err)

    def test_a_termination_is_cancelled_too(self):
        run = OnTerminal("validate", "--schema", "a", everything=True)
        run.read_until(b"end with Ctrl-D")
        run.send(signal.SIGTERM)
        self.assertEqual(run.finish().status, 130)

    def test_an_error_is_coloured_on_a_terminal(self):
        ended = OnTerminal("extract", "--mode", "x").finish()
        self.assertEqual(ended.status, 2)
        self.assertIn("\x1b[1;31mtenon:\x1b[0m", ended.err)

    def test_no_color_leaves_the_colour_out(self):
        ended = OnTerminal("extract", "--mode", "x", env=environment(TERM="xterm", NO_COLOR="1")).finish()
        self.assertNotIn("\x1b", ended.err)

    def test_an_empty_no_color_does_not_count(self):
        ended = OnTerminal("extract", "--mode", "x", env=environment(TERM="xterm", NO_COLOR="")).finish()
        self.assertIn("\x1b[1;31m", ended.err)

    def test_a_dumb_terminal_gets_no_codes(self):
        ended = OnTerminal("extract", "--mode", "x", env=environment(TERM="dumb")).finish()
        self.assertNotIn("\x1b", ended.err)
