package dataset_test

import (
	"bytes"
	"testing"

	"astragal/models/dataset"

	"github.com/stretchr/testify/require"
)

func number(v int) *int { return &v }

// die is a true die of 10 px at x, 0.
func die(shape string, x float64, value int) dataset.Die {
	return dataset.Die{Shape: shape, Box: dataset.Box{x, 0, 10, 10}, Attributes: dataset.Attributes{Value: number(value), Kind: "pips"}}
}

func iconDie(x float64, icon string, value *int) dataset.Die {
	return dataset.Die{Shape: "d6", Box: dataset.Box{x, 0, 10, 10}, Attributes: dataset.Attributes{Value: value, Kind: "icons", Icon: icon}}
}

// sure is an accepted reading of a d6 of 10 px at x, 0.
func sure(x float64, value int) dataset.Reading {
	return dataset.Reading{Box: dataset.Box{x, 0, 10, 10}, Shape: "d6", Value: number(value), Confidence: 0.997, Accepted: true}
}

// unsure is the same reading, not accepted.
func unsure(x float64, value int) dataset.Reading {
	r := sure(x, value)
	r.Accepted, r.Confidence, r.Why = false, 0.6, "dark"
	return r
}

func unknown(x float64) dataset.Reading {
	return dataset.Reading{Box: dataset.Box{x, 0, 10, 10}, Shape: "d6", Confidence: 0.9}
}

func picture(name string, dice ...dataset.Die) dataset.Picture {
	return dataset.Picture{File: name, Width: 100, Height: 50, Dice: dice}
}

// score evaluates pictures of one set and returns the main figures.
func score(t *testing.T, results ...dataset.Result) dataset.Group {
	t.Helper()
	return evaluate(dataset.Set{Name: "toy"}, dataset.All, results).Scores[dataset.All]
}

func evaluate(set dataset.Set, part dataset.Split, results []dataset.Result) dataset.Report {
	return dataset.Evaluate([]dataset.Outcome{{Set: set, Results: results}}, part)
}

func TestScoreCountsWhatHappened(t *testing.T) {
	got := score(t,
		dataset.Result{ // all right, one asked about
			Picture:  picture("a", die("d6", 0, 3), die("d6", 20, 4)),
			Readings: []dataset.Reading{sure(0, 3), unsure(20, 4)},
		},
		dataset.Result{ // one misread for sure, one missed, one that is no die
			Picture:  picture("b", die("d6", 0, 5), die("d6", 20, 1)),
			Readings: []dataset.Reading{sure(1, 6), sure(60, 2)},
		},
		dataset.Result{ // an empty tray, read as empty
			Picture: picture("c"),
		},
	)

	require.Equal(t, 3, got.Pictures)
	require.Equal(t, 4, got.Dice)
	require.Equal(t, 3, got.Found)
	require.Equal(t, 1, got.Missed)
	require.Equal(t, 1, got.Extra)
	require.InDelta(t, 0.75, *got.Recall, 1e-9)
	require.InDelta(t, 0.75, *got.Precision, 1e-9)
	require.Equal(t, 2, got.FaceRight)
	require.InDelta(t, 2.0/3, *got.FaceRightOfFound, 1e-9)
	require.InDelta(t, 0.5, *got.FaceRightOfAll, 1e-9)
	require.Equal(t, 3, got.Accepted, "two dice and the one that isn't there")
	require.Equal(t, 2, got.AcceptedWrong)
	require.InDelta(t, 1.0/3, *got.AcceptedRight, 1e-9)
	require.InDelta(t, 0.25, *got.AskedShare, 1e-9)
	require.Equal(t, map[string]int{"dark": 1}, got.AskedWhy)
	require.Equal(t, 1, got.SilentRolls, "only b asked nothing and was wrong")
	require.Equal(t, 1, got.CleanRolls, "only c was right without a question")
	require.Equal(t, 1, got.Values["5"]["6"])
	require.Equal(t, 1, got.Values["1"]["missed"])
	require.Equal(t, 1, got.Values["no die"]["2"])
}

func TestSilentRolls(t *testing.T) {
	for name, c := range map[string]struct {
		dice     []dataset.Die
		readings []dataset.Reading
		silent   int
	}{
		"a missed die alone":             {[]dataset.Die{die("d6", 0, 3)}, nil, 1},
		"an extra die alone":             {nil, []dataset.Reading{sure(0, 3)}, 1},
		"an extra die that is asked":     {nil, []dataset.Reading{unsure(0, 3)}, 0},
		"two errors that cancel out":     {[]dataset.Die{die("d6", 0, 3), die("d6", 20, 4)}, []dataset.Reading{sure(0, 4), sure(20, 3)}, 1},
		"an error beside a question":     {[]dataset.Die{die("d6", 0, 3), die("d6", 20, 4)}, []dataset.Reading{sure(0, 4), unsure(20, 4)}, 0},
		"a wrong shape, the right value": {[]dataset.Die{die("d8", 0, 3)}, []dataset.Reading{sure(0, 3)}, 0},
		"an icon taken for pips":         {[]dataset.Die{iconDie(0, "skull", number(6))}, []dataset.Reading{sure(0, 6)}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			got := score(t, dataset.Result{Picture: picture("a", c.dice...), Readings: c.readings})
			require.Equal(t, c.silent, got.SilentRolls)
		})
	}
}

func TestIconFaces(t *testing.T) {
	got := score(t, dataset.Result{
		Picture:  picture("a", iconDie(0, "skull", number(6)), iconDie(20, "skull", nil), iconDie(40, "skull", nil)),
		Readings: []dataset.Reading{sure(0, 6), unknown(20), unsure(40, 2)},
	})
	require.Equal(t, 3, got.Icons)
	require.Zero(t, got.Faces, "an icon's number is not a number to read")
	require.Equal(t, 1, got.IconUnknown)
	require.Equal(t, 1, got.AcceptedWrong, "6 is what the icon stands for, not what it shows")
	require.Equal(t, 1, got.Values["icon"]["unknown"])
}

func TestIconResultsFollowTheShape(t *testing.T) {
	reading := func(shape, icon string, count int, value *int) []dataset.Reading {
		return []dataset.Reading{{Box: dataset.Box{0, 0, 10, 10}, Shape: shape, Icon: icon, Count: count, Value: value, Accepted: true}}
	}
	truth := func(shape, icon string, count int, value *int) dataset.Die {
		return dataset.Die{Shape: shape, Box: dataset.Box{0, 0, 10, 10}, Attributes: dataset.Attributes{Icon: icon, Count: count, Value: value}}
	}
	for name, c := range map[string]struct {
		die      dataset.Die
		readings []dataset.Reading
		right    int
	}{
		"d6 needs the count":      {truth("d6", "melee", 2, nil), reading("d6", "melee", 3, nil), 0},
		"d6 with its count":       {truth("d6", "melee", 2, nil), reading("d6", "melee", 2, nil), 1},
		"d8 needs the number":     {truth("d8", "coast", 1, number(4)), reading("d8", "coast", 1, number(5)), 0},
		"d8 with its number":      {truth("d8", "coast", 1, number(4)), reading("d8", "coast", 1, number(4)), 1},
		"d12 is the icon alone":   {truth("d12", "claw", 1, nil), reading("d12", "claw", 0, nil), 1},
		"another icon is another": {truth("d12", "claw", 1, nil), reading("d12", "jaws", 1, nil), 0},
	} {
		t.Run(name, func(t *testing.T) {
			got := score(t, dataset.Result{Picture: picture("a", c.die), Readings: c.readings})
			require.Equal(t, c.right, got.IconRight)
			require.Equal(t, 1-c.right, got.AcceptedWrong)
		})
	}
}

func TestWhatIsNotJudged(t *testing.T) {
	unreadable := die("d6", 0, 0)
	unreadable.Value = nil
	covered := die("d6", 20, 4)
	covered.FaceCovered = true
	outside := die("d6", 40, 4)
	outside.Truncated, outside.FaceCenter = true, &[2]float64{-3, 5}
	got := score(t, dataset.Result{
		Picture:  picture("a", unreadable, covered, outside),
		Readings: []dataset.Reading{sure(0, 5), sure(20, 2), sure(40, 1)},
	})
	require.Equal(t, 1, got.Dice, "a face that nobody can see is left out, found or not")
	require.Zero(t, got.Extra)
	require.Zero(t, got.Faces)
	require.Zero(t, got.Accepted, "nobody knows whether it is right")
	require.Zero(t, got.SilentRolls)
}

func TestDiceApart(t *testing.T) {
	barrel, cocked := die("d4", 0, 3), die("d6", 20, 2)
	barrel.ShapeNote, cocked.Cocked = "barrel d4", true
	got := score(t,
		dataset.Result{Picture: picture("a", barrel, cocked, die("d6", 40, 1)), Readings: []dataset.Reading{sure(0, 3), sure(20, 5), sure(40, 1)}},
		dataset.Result{Picture: picture("b", barrel)},
	)
	require.Equal(t, 1, got.Dice)
	require.Equal(t, 1, got.Pictures, "a picture with nothing but dice apart is no roll of the main figures")
	require.Equal(t, 1, got.CleanRolls)
	require.Equal(t, 2, got.Apart["barrel d4"].Dice)
	require.Equal(t, 1, got.Apart["barrel d4"].Found)
	require.Equal(t, 1, got.Apart["cocked"].AcceptedWrong)
}

func TestUnlabelledExtrasProveNothing(t *testing.T) {
	set := dataset.Set{UnlabelledExtras: true}
	results := []dataset.Result{{Picture: picture("a", die("d6", 0, 3)), Readings: []dataset.Reading{sure(0, 3), sure(60, 2)}}}
	got := evaluate(set, dataset.All, results).Scores[dataset.All]
	require.Zero(t, got.Extra)
	require.Equal(t, 1, got.Accepted)
	require.Zero(t, got.SilentRolls)
}

func TestMatching(t *testing.T) {
	whole := die("d6", 0, 3)
	whole.Box, whole.Whole = dataset.Box{0, 0, 100, 50}, true
	approx := die("d6", 20, 3)
	approx.Approx = true
	tiny := sure(0, 3)
	tiny.Box = dataset.Box{40, 20, 8, 8}
	for name, c := range map[string]struct {
		dice     []dataset.Die
		readings []dataset.Reading
		found    int
		right    int
	}{
		"half over is found":            {[]dataset.Die{die("d6", 0, 3)}, []dataset.Reading{sure(3, 3)}, 1, 1},
		"too far off is missed":         {[]dataset.Die{die("d6", 0, 3)}, []dataset.Reading{sure(4, 3)}, 0, 0},
		"the nearer one is taken":       {[]dataset.Die{die("d6", 0, 3)}, []dataset.Reading{sure(3, 5), sure(0, 3)}, 1, 1},
		"one reading is one die":        {[]dataset.Die{die("d6", 0, 3), die("d6", 1, 3)}, []dataset.Reading{sure(0, 3)}, 1, 1},
		"a whole picture by its middle": {[]dataset.Die{whole}, []dataset.Reading{tiny}, 1, 1},
		"an estimated box by a middle":  {[]dataset.Die{approx}, []dataset.Reading{sure(24, 3)}, 1, 1},
		"an estimated box, far off":     {[]dataset.Die{approx}, []dataset.Reading{sure(30, 3)}, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			got := score(t, dataset.Result{Picture: picture("a", c.dice...), Readings: c.readings})
			require.Equal(t, c.found, got.Found)
			require.Equal(t, c.right, got.FaceRight)
		})
	}
}

func TestColours(t *testing.T) {
	red, unsaid, hex := die("d6", 0, 3), die("d6", 20, 3), die("d6", 40, 3)
	red.Colors, hex.Colors = []string{"red", "pink"}, []string{"#ff0000"}
	readings := []dataset.Reading{sure(0, 3), sure(20, 3), sure(40, 3)}
	readings[0].Colors = []string{"pink", "white"}
	got := score(t, dataset.Result{Picture: picture("a", red, unsaid, hex), Readings: readings})
	require.Equal(t, 1, got.Colored)
	require.Equal(t, 1, got.ColorRight)

	readings[0].Colors = []string{"white", "pink"}
	got = score(t, dataset.Result{Picture: picture("a", red, unsaid, hex), Readings: readings})
	require.Zero(t, got.ColorRight, "the first colour is the body's")
}

func TestCalibrationBins(t *testing.T) {
	right, wrong := sure(0, 3), sure(20, 3)
	right.Confidence, wrong.Confidence = 0.992, 0.994
	got := score(t, dataset.Result{Picture: picture("a", die("d6", 0, 3), die("d6", 20, 4)), Readings: []dataset.Reading{right, wrong}})
	for _, bin := range got.Calibration {
		if bin.From == 0.99 {
			require.Equal(t, dataset.Bin{From: 0.99, Mean: 0.993, Count: 2, Right: 1}, bin)
			continue
		}
		require.Zero(t, bin.Count)
	}
}

func TestSplitsKeepTuningAndReportingApart(t *testing.T) {
	results := []dataset.Result{
		{Picture: picture("1", die("d6", 0, 3)), Readings: []dataset.Reading{sure(0, 3)}},
		{Picture: picture("2", die("d6", 0, 3)), Error: "the picture is damaged"},
		{Picture: picture("3", die("d6", 0, 3)), Readings: []dataset.Reading{sure(0, 3)}},
	}
	all := evaluate(dataset.Set{}, dataset.All, results)
	require.Equal(t, 2, all.Scores[dataset.Odd].Dice)
	require.Equal(t, 1, all.Scores[dataset.Even].Missed, "a picture that can't be read has its dice missed")
	require.Len(t, all.Unreadable, 1)

	even := evaluate(dataset.Set{}, dataset.Even, results)
	require.NotContains(t, even.Scores, dataset.Odd)
	require.Equal(t, 1, even.Scores[dataset.Even].Dice)

	_, err := dataset.ParseSplit("third")
	require.ErrorContains(t, err, "all, odd or even")
}

func TestSeveralSetsTogether(t *testing.T) {
	right := dataset.Result{Picture: picture("1", die("d6", 0, 3)), Readings: []dataset.Reading{sure(0, 3)}}
	missed := dataset.Result{Picture: picture("2", die("d6", 0, 3))}
	one := dataset.Outcome{Set: dataset.Set{Name: "one"}, Results: []dataset.Result{right, missed, right}}
	two := dataset.Outcome{Set: dataset.Set{Name: "two"}, Results: []dataset.Result{right, right}}
	report := dataset.Evaluate([]dataset.Outcome{one, two}, dataset.All)
	require.Equal(t, "one + two", report.Dataset)
	require.Equal(t, 5, report.Scores[dataset.All].Dice)
	require.Equal(t, 5, report.Scores[dataset.All].Pictures, "pictures of the same name in two sets are two")
	require.Equal(t, 2, report.Scores[dataset.Even].Dice, "each set is split by itself")
	require.Equal(t, 3, report.Scores[dataset.Odd].CleanRolls)
	require.Equal(t, "one/2", report.Failures[0].Picture)
}

func TestTableNamesEveryFailure(t *testing.T) {
	report := evaluate(dataset.Set{Name: "toy"}, dataset.All, []dataset.Result{{
		Picture:  picture("a.jpg", die("d6", 0, 3), die("d6", 20, 1)),
		Readings: []dataset.Reading{sure(0, 5), unsure(60, 2)},
	}})
	var out bytes.Buffer
	require.NoError(t, report.WriteTable(&out))
	require.Contains(t, out.String(), "a.jpg: face; is d6 3 at 0,0; read d6 5 at 0,0, 0.997, ACCEPTED")
	require.Contains(t, out.String(), "a.jpg: missed; is d6 1 at 20,0")
	require.Contains(t, out.String(), "a.jpg: extra; read d6 2 at 60,0, 0.600, asked (dark)")
	require.Contains(t, out.String(), "50.0 % (1 missed)")
}

func TestIconDiceAreScoredApart(t *testing.T) {
	truth := func(x float64, shape, id string) dataset.Die {
		return dataset.Die{Shape: shape, Box: dataset.Box{x, 0, 10, 10}, Attributes: dataset.Attributes{Icon: "skull", Count: 1, Die: id}}
	}
	read := func(x float64, shape, icon, id string) dataset.Reading {
		return dataset.Reading{Box: dataset.Box{x, 0, 10, 10}, Shape: shape, Icon: icon, Count: 1, Die: id, Accepted: icon != ""}
	}
	strange := truth(60, "d6", "ghost")
	strange.NeverTaught = true
	got := score(t, dataset.Result{
		Picture:  picture("a", truth(0, "d6", "imp"), truth(20, "d6", "ogre"), truth(40, "d4", "key"), strange),
		Readings: []dataset.Reading{read(0, "d6", "skull", "imp"), read(20, "d6", "skull", "imp"), read(40, "d4", "moon", "key"), read(60, "d6", "", "")},
	})
	require.Equal(t, 2, got.IconRight)
	require.InDelta(t, 1, *got.IconRightShare, 1e-9)
	require.Equal(t, 2, got.DiceNamed)
	require.Equal(t, 1, got.DieRight, "the ogre's skull was taken for the imp's")
	require.Zero(t, got.AcceptedWrong, "the result is right all the same")
	require.Equal(t, 1, got.Apart["d4 with icons"].AcceptedWrong)
	require.Equal(t, 1, got.Apart["never taught"].IconUnknown)
	require.Equal(t, 2, got.Calibration[0].Count)
}
